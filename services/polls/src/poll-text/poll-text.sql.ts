import { POLL_OPTIONS_MAX, PollLabels, SEALED_CHOICE, openToAllSql, type SEASONS } from '@inkling/contracts';

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

const seasonAndMonth = Object.entries(SEASON_MONTHS).flatMap(([season, months]) =>
  months.map((month) => `'${season} ${month}'`),
);

/** SQL condition, never null: the poll `p` is about the present season. */
export const IN_SEASON = `case when p.seasonality is null then false
    else concat(p.seasonality, ' ', extract(month from now() at time zone 'UTC')) in (${seasonAndMonth.join(', ')}) end`;

/** SQL condition, never null: the poll `p` ends within a day and has not ended, or is about the present season. */
export const TIME_RELEVANT = `coalesce(p.end_date > now() and p.end_date <= now() + interval '24 hours', false)
    or ${IN_SEASON}`;

const orNull = (expression: string): string => `coalesce(to_json(${expression})::text, 'null')`;
// Labels other than topics are words of closed lists, or codes: nothing in them needs escaping.
const wordOrNull = (column: string): string => `coalesce('"' || ${column} || '"', 'null')`;

/** @param votes SQL for what comes after an option's text, by its position from 1 */
const optionSql = (position: number, votes: (position: number) => string): string => {
  // The text of a picture's JSON object, without its first brace, ends the option.
  const end = `coalesce(',' || substr((p.option_images -> ${position - 1})::text, 2), '}')`;
  return `concat('${position > 1 ? ',' : ''}{"text":', to_json(p.options[${position}]), ${votes(position)}, ${end})`;
};

// One expression per option instead of rows from unnest: a subquery per poll costs more than these few do.
const optionsSql = (votes: (position: number) => string): string =>
  OPTION_POSITIONS.map(
    (index) => `case when p.options[${index + 1}] is not null then ${optionSql(index + 1, votes)} end`,
  ).join(',\n      ');

const votesSql =
  (visible: string) =>
  (position: number): string => {
    const votes = `',"votes":', c.votes[${position}]`;
    return visible === 'true' ? votes : `case when ${visible} then concat(${votes}) end`;
  };

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

/** What kind of question it is; nothing for an ordinary one (ORDINARY_KIND in contracts), as nearly all are. */
const KIND = `case
    when p.method <> 'single' or p.sealed or p.shuffled
    then concat(',"method":"', p.method, '","minChoices":', p.min_choices, ',"maxChoices":', p.max_choices,
      case when p.sealed then ',"sealed":true' end, case when p.shuffled then ',"shuffled":true' end,
      case when p.winner is not null then concat(',"winner":', p.winner) end)
    end`;

const QUIZ = `case when p.quiz_answer is not null
    then concat(',"quiz":{"answer":', p.quiz_answer, ',"explanation":', ${orNull('p.quiz_explanation')}, '}') end`;
/**
 * What only viewers who see results get: the answer of a quiz, and how many ballots the counts of a sealed poll hold.
 */
const resultsSql = (visible: string): string =>
  `case when not (${visible}) then case when p.quiz_answer is not null then ',"quiz":{}' end
    when p.quiz_answer is not null or c.counted_votes is not null
    then concat(${QUIZ}, case when c.counted_votes is not null then concat(',"countedVotes":', c.counted_votes) end)
    end`;

/** The text's beginning: what seldom changes. @param votes what comes after the text of an option */
const questionSql = (votes: (position: number) => string): string => `
    '{"id":', p.id, ',"userId":', p.author_id, ',"question":', to_json(p.question),
    ',"options":[', ${optionsSql(votes)}, ']',
    ${MEDIA}, ${SENSITIVE}, ${DATES},
    ',"user":', ${AUTHOR},
    ',"visibility":"', p.visibility, '","showResultsBeforeVoting":', p.show_results_before_voting::text,
    ${KIND}, case when p.comments_off then ',"commentsOff":true' end, ${LABELS}, ',"trending":', p.trending::text`;

/**
 * SQL for a poll's text (PollText in contracts). Hot reads pass this text on and build no objects (ADR 7). Needs the
 * aliases `p` (polls), `c` (poll_counters) and `w` (authors, outer-joined).
 * @param visible SQL condition under which the options carry their counts
 */
export const pollTextSql = (visible: 'true' | 'false'): string => `concat(${questionSql(votesSql(visible))},
    ${resultsSql(visible)},
    ',"votesCount":', c.votes_count, ',"likesCount":', c.likes_count, ',"commentsCount":', c.comments_count,
    case when c.abstentions_count > 0 then concat(',"abstentionsCount":', c.abstentions_count) end,
    ',"version":', c.version, ',"timeRelevant":', (${TIME_RELEVANT})::text)`;

/** What is stored of a vote (StoredVote in contracts). Needs the alias `v` (votes). */
export const STORED_VOTE = `coalesce(v.option_index, ${SEALED_CHOICE})::int`;

/**
 * SQL for the JSON text of a poll as anyone may see it, signed in or not (PollPreview): counts per option only where
 * its results are open to all. Needs the same aliases.
 */
export const PREVIEW_TEXT = `concat(
    '{"id":', p.id, ',"question":', to_json(p.question),
    ',"options":[', ${optionsSql(votesSql(OPEN_TO_ALL))}, ']',
    ${MEDIA}, ${SENSITIVE}, ${DATES},
    ',"user":', ${AUTHOR},
    ',"visibility":"', p.visibility, '"', ${KIND}, ${resultsSql(OPEN_TO_ALL)},
    ',"votesCount":', c.votes_count, ',"resultsVisible":', ${OPEN_TO_ALL}::text,
    ',"language":', ${wordOrNull('p.language')}, '}')`;
