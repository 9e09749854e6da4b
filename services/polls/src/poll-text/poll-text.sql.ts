import {
  ABSTAINED,
  POLL_OPTIONS_MAX,
  PollLabels,
  SEALED_CHOICE,
  completePollSql,
  openToAllSql,
  resultsVisibleSql,
  type SEASONS,
} from '@inkling/contracts';

/** The positions that an option can have, 0 to 5. */
export const OPTION_POSITIONS = Array.from({ length: POLL_OPTIONS_MAX }, (_, index) => index);

/** SQL for an instant as `Date.prototype.toISOString` writes it, whatever the session's time zone. */
export const instantSql = (expression: string): string =>
  `to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** SQL condition: the results are open to all, by the database's clock. Needs the alias `p` (polls). */
export const OPEN_TO_ALL = openToAllSql('p.show_results_before_voting', 'coalesce(p.end_date <= now(), false)');

/**
 * The months (1 to 12, in UTC) of each season, by the northern calendar: a poll does not know where its readers are.
 * Occasions begin when people start to talk about them.
 */
export const SEASON_MONTHS: Readonly<Record<(typeof SEASONS)[number], readonly number[]>> = {
  spring: [3, 4, 5],
  summer: [6, 7, 8],
  autumn: [9, 10, 11],
  winter: [12, 1, 2],
  'new year': [12, 1],
  holidays: [11, 12],
  'back to school': [8, 9],
  halloween: [10],
};

const month = `extract(month from now() at time zone 'UTC')::int`;
const inMonths = Object.entries(SEASON_MONTHS).map(
  ([season, months]) => `when '${season}' then ${month} in (${months.join(', ')})`,
);

/** SQL condition, never null: the poll `p` is about the present season. */
export const IN_SEASON = `case when p.seasonality is null then false else case p.seasonality
    ${inMonths.join('\n    ')}
    else false end end`;

/** SQL condition, never null: the poll `p` ends within a day and has not ended, or is about the present season. */
export const TIME_RELEVANT = `coalesce(p.end_date > now() and p.end_date <= now() + interval '24 hours', false)
    or ${IN_SEASON}`;

const orNull = (expression: string): string => `coalesce(to_json(${expression})::text, 'null')`;
// Labels other than topics are words of closed lists, or codes: nothing in them needs escaping.
const wordOrNull = (column: string): string => `coalesce('"' || ${column} || '"', 'null')`;

const optionSql = (position: number, visible: string): string => {
  const votes = `',"votes":', c.votes[${position}]`;
  const shown = visible === 'true' ? votes : `case when ${visible} then concat(${votes}) end`;
  // The text of a picture's JSON object, without its first brace, ends the option.
  const end = `coalesce(',' || substr((p.option_images -> ${position - 1})::text, 2), '}')`;
  return `concat('${position > 1 ? ',' : ''}{"text":', to_json(p.options[${position}]), ${shown}, ${end})`;
};

// One expression per option instead of rows from unnest: a subquery per poll costs more than these few do.
const optionsSql = (visible: string): string =>
  OPTION_POSITIONS.map(
    (index) => `case when cardinality(p.options) > ${index} then ${optionSql(index + 1, visible)} end`,
  ).join(',\n      ');

const MEDIA = `',"media":', ${orNull('p.media')}, ',"mediaInfo":', coalesce(p.media_info::text, 'null')`;

/** Left out where the picture or video is not covered, as for nearly all polls. */
const SENSITIVE = `case when p.sensitive is not null then concat(',"sensitive":', to_json(p.sensitive)) end`;

const DATES = `
    ',"endDate":', coalesce('"' || ${instantSql('p.end_date')} || '"', 'null'),
    ',"createdAt":"', ${instantSql('p.created_at')}, '"'`;

/** An author's JSON, or `null` before the profile has arrived. Needs the alias `w` (authors, outer-joined). */
const AUTHOR = `case when w.name is null then 'null' else concat(
      '{"id":', w.user_id, ',"username":', ${orNull('w.username')}, ',"name":', to_json(w.name),
      ',"profilePicture":', ${orNull('w.profile_picture')}, '}') end`;

const LABELS = Object.keys(PollLabels.shape)
  .map((label) =>
    label === 'topics'
      ? `',"topics":', case when p.topics = '{}' then '[]' else to_json(p.topics)::text end`
      : `',"${label}":', ${wordOrNull(`p.${label}`)}`,
  )
  .join(',\n    ');

/** A quiz keeps its answer from viewers who do not see results. */
const quizSql = (visible: string): string => `case
        when p.quiz_answer is null then null
        when ${visible} then concat(',"quiz":{"answer":', p.quiz_answer,
          ',"explanation":', ${orNull('p.quiz_explanation')}, '}')
        else ',"quiz":{}' end`;

/** What kind of question it is; nothing for an ordinary one (ORDINARY_KIND in contracts), as nearly all are. */
const kindSql = (visible: string): string => `case
    when p.method <> 'single' or p.sealed or p.shuffled or p.quiz_answer is not null
    then concat(',"method":"', p.method, '","minChoices":', p.min_choices, ',"maxChoices":', p.max_choices,
      case when p.sealed then ',"sealed":true' end, case when p.shuffled then ',"shuffled":true' end,
      ${quizSql(visible)},
      case when c.counted_votes is not null and ${visible} then concat(',"countedVotes":', c.counted_votes) end,
      case when p.winner is not null then concat(',"winner":', p.winner) end)
    end`;

/**
 * SQL for a poll's text (PollText in contracts). Hot reads pass this text on and build no objects (ADR 7). Needs the
 * aliases `p` (polls), `c` (poll_counters) and `w` (authors, outer-joined).
 * @param visible SQL condition under which the options carry their counts
 */
export const pollTextSql = (visible: 'true' | 'false' | (string & {})): string => `concat(
    '{"id":', p.id, ',"userId":', p.author_id, ',"question":', to_json(p.question),
    ',"options":[', ${optionsSql(visible)}, ']',
    ${MEDIA}, ${SENSITIVE}, ${DATES},
    ',"user":', ${AUTHOR},
    ',"visibility":"', p.visibility, '","showResultsBeforeVoting":', p.show_results_before_voting::text,
    ${kindSql(visible)},
    ',"votesCount":', c.votes_count, ',"likesCount":', c.likes_count, ',"commentsCount":', c.comments_count,
    case when c.abstentions_count > 0 then concat(',"abstentionsCount":', c.abstentions_count) end,
    ',"version":', c.version, case when p.comments_off then ',"commentsOff":true' end, ${LABELS},
    ',"trending":', p.trending::text, ',"timeRelevant":', (${TIME_RELEVANT})::text)`;

/** What is stored of a vote (StoredVote in contracts). Needs the alias `v` (votes). */
export const STORED_VOTE = `coalesce(v.option_index, ${SEALED_CHOICE})::int`;

/** The choices of a stored choice as a JSON list, as `decodeChoices` reads them; null for the method `single`. */
const CHOICES = `case p.method
    when 'multiple' then concat('[', concat_ws(',',
      ${OPTION_POSITIONS.map((option) => `case when own.choice & ${1 << option} > 0 then ${option} end`).join(', ')}), ']')
    when 'ranked' then (select o.choices from ballot_orders o where o.place = own.choice) end`;

const VIEWER_FIELDS = {
  resultsVisible: 'r.visible::text',
  userVoted: `(own.choice is not null and own.choice <> ${ABSTAINED})::text`,
  userAbstained: `own.choice = ${ABSTAINED}`,
  userVote: `case when own.choice >= 0 and p.method = 'single' then own.choice::text else 'null' end`,
  userChoices: `case when own.choice >= 0 then ${CHOICES} end`,
  userLiked: 'own.liked::text',
  userSaved: 'own.saved::text',
};

/**
 * SQL for a whole poll as the viewer `$1` sees it, and the joins that it needs after an item that gives `k.id`.
 * Subqueries in the select list keep every look-up on its primary key. A very popular poll skews the statistics, and a
 * join would be planned as a merge over the whole table.
 */
export const POLL_FOR_VIEWER = completePollSql(pollTextSql('r.visible'), VIEWER_FIELDS);
const joins = (counters: string): string => `
  join polls p on p.id = k.id
  join ${counters} c on c.poll_id = p.id
  left join authors w on w.user_id = p.author_id
  cross join lateral (select
    (select ${STORED_VOTE} from votes v where v.poll_id = p.id and v.user_id = $1) as choice,
    coalesce((select true from likes l where l.poll_id = p.id and l.user_id = $1), false) as liked,
    coalesce((select true from saves s where s.poll_id = p.id and s.user_id = $1), false) as saved
    offset 0) own
  cross join lateral (select ${resultsVisibleSql(OPEN_TO_ALL, 'own.choice is not null')} as visible offset 0) r`;
export const POLL_FOR_VIEWER_JOINS = joins('poll_counters');

const COUNTS = 'poll_id, votes, votes_count, likes_count, comments_count, abstentions_count, counted_votes, version';
/** The same for an author, who also sees own polls that an act hides, with the act. */
export const OWN_POLL = completePollSql(
  `concat(${pollTextSql('r.visible')},
    case when p.moderated is not null then concat(',"hidden":{"actId":', p.moderation_act, '}') end)`,
  VIEWER_FIELDS,
);
export const OWN_POLL_JOINS = joins(
  `(select ${COUNTS} from poll_counters union all select ${COUNTS} from moderated_counters)`,
);

/**
 * SQL for the JSON text of a poll as anyone may see it, signed in or not (PollPreview): counts per option only where
 * its results are open to all. Needs the same aliases.
 */
export const PREVIEW_TEXT = `concat(
    '{"id":', p.id, ',"question":', to_json(p.question),
    ',"options":[', ${optionsSql(OPEN_TO_ALL)}, ']',
    ${MEDIA}, ${SENSITIVE}, ${DATES},
    ',"user":', ${AUTHOR},
    ',"visibility":"', p.visibility, '"', ${kindSql(OPEN_TO_ALL)},
    ',"votesCount":', c.votes_count, ',"resultsVisible":', ${OPEN_TO_ALL}::text,
    ',"language":', ${wordOrNull('p.language')}, '}')`;
