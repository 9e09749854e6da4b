import { ABSTAINED, SEALED_CHOICE } from '@inkling/contracts';
import { OPEN_TO_ALL, STORED_VOTE, TIME_RELEVANT } from './poll-text.sql.js';

/** No stored vote has this number. */
export const NOT_VOTED = Math.min(ABSTAINED, SEALED_CHOICE) - 1;

/**
 * SQL: what changes with the text that PARTS gives. Every change of a poll's row has another `xmin`, and every change
 * of the author's name or picture another version. Needs the aliases `p` (polls) and `w` (authors, outer-joined).
 */
export const STAMP = `concat(p.xmin, '.', w.version)`;

/**
 * SQL for the state of a poll as text. A list of polls is one value of such texts with spaces between them: that costs
 * PostgreSQL and the driver a fraction of a row with as many columns. Needs POLL_STATE_JOINS.
 */
export const POLL_STATE = `concat_ws('|', p.id, p.author_id, ${STAMP}, p.method, r.open, ${TIME_RELEVANT},
    array_to_string(c.votes, ','), c.votes_count, c.likes_count, c.comments_count, c.abstentions_count,
    coalesce(c.counted_votes::text, ''), c.version, own.choice, own.liked, own.saved, own.reminded,
    case when p.moderated is not null then p.moderation_act end)`;

const joins = (counters: string): string => `
  join polls p on p.id = k.id
  join ${counters} c on c.poll_id = p.id
  left join authors w on w.user_id = p.author_id
  cross join lateral (select
    coalesce((select ${STORED_VOTE} from votes v where v.poll_id = p.id and v.user_id = $1), ${NOT_VOTED}) as choice,
    exists (select from likes l where l.poll_id = p.id and l.user_id = $1) as liked,
    exists (select from saves s where s.poll_id = p.id and s.user_id = $1) as saved,
    exists (select from reminders m where m.poll_id = p.id and m.user_id = $1) as reminded
    offset 0) own
  cross join lateral (select ${OPEN_TO_ALL} as open offset 0) r`;
/**
 * The joins after an item that gives `k.id`, for the viewer `$1`. Subqueries in the select list keep every look-up on
 * its primary key. A very popular poll skews the statistics, and a join would be planned as a merge over the whole
 * table.
 */
export const POLL_STATE_JOINS = joins('poll_counters');

const COUNTS = 'poll_id, votes, votes_count, likes_count, comments_count, abstentions_count, counted_votes, version';
/** The same for an author, who also sees own polls that an act hides. */
export const OWN_POLL_STATE_JOINS = joins(
  `(select ${COUNTS} from poll_counters union all select ${COUNTS} from moderated_counters)`,
);
