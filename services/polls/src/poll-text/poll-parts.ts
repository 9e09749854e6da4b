import { PollLabels } from '@inkling/contracts';
import type { PartsRow } from './poll-parts.sql.js';

/** What seldom changes of a poll's JSON. */
export interface PollParts {
  /** Around the votes of each option: one more than there are options. */
  readonly texts: readonly string[];
  /** The member for the answer of a quiz; otherwise empty. */
  readonly quiz: string;
}

const LABELS = Object.keys(PollLabels.shape) as (keyof typeof PollLabels.shape)[];

/** Writes these parts with the members and in the order of pollTextSql. */
export function partsOf(row: PartsRow): PollParts {
  const texts: string[] = [];
  let text = `{"id":${row.id},"userId":${row.author_id},"question":${JSON.stringify(row.question)},"options":[`;
  row.options.forEach((option, index) => {
    texts.push(`${text}${index > 0 ? ',' : ''}{"text":${JSON.stringify(option)}`);
    const image = row.option_images?.[index];
    // The text of a picture's JSON object, without its first brace, ends the option.
    text = image ? `,${JSON.stringify(image).slice(1)}` : '}';
  });
  texts.push(`${text}]${mediaOf(row)}${datesOf(row)},"user":${authorOf(row)}${audienceOf(row)}${labelsOf(row)}`);
  return { texts, quiz: quizOf(row) };
}

const mediaOf = ({ media, media_info, sensitive }: PartsRow): string =>
  `,"media":${JSON.stringify(media)},"mediaInfo":${JSON.stringify(media_info)}` +
  (sensitive === null ? '' : `,"sensitive":${JSON.stringify(sensitive)}`);

const datesOf = ({ end_date, created_at }: PartsRow): string =>
  `,"endDate":${JSON.stringify(end_date)},"createdAt":"${created_at}"`;

const authorOf = ({ author_id, name, username, profile_picture }: PartsRow): string =>
  name === null ? 'null' : JSON.stringify({ id: author_id, username, name, profilePicture: profile_picture });

function audienceOf(row: PartsRow): string {
  const shown = `,"visibility":"${row.visibility}","showResultsBeforeVoting":${row.show_results_before_voting}`;
  return `${shown}${kindOf(row)}${row.comments_off ? ',"commentsOff":true' : ''}`;
}

/** Nothing for an ordinary poll (ORDINARY_KIND in contracts), as nearly all are. */
function kindOf({ method, min_choices, max_choices, sealed, shuffled, winner }: PartsRow): string {
  if (method === 'single' && !sealed && !shuffled) return '';
  let text = `,"method":"${method}","minChoices":${min_choices},"maxChoices":${max_choices}`;
  if (sealed) text += ',"sealed":true';
  if (shuffled) text += ',"shuffled":true';
  return winner === null ? text : `${text},"winner":${winner}`;
}

const labelsOf = (row: PartsRow): string =>
  LABELS.reduce((text, label) => `${text},"${label}":${JSON.stringify(row[label])}`, '') +
  `,"trending":${row.trending}`;

const quizOf = ({ quiz_answer, quiz_explanation }: PartsRow): string =>
  quiz_answer === null ? '' : `,"quiz":{"answer":${quiz_answer},"explanation":${JSON.stringify(quiz_explanation)}}`;
