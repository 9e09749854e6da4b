import type { CSSProperties, ReactNode } from 'react';
import type { Poll } from '@inkling/contracts';
import { Tick } from '../../../components/ui/tally';
import { t } from '../../../lib/i18n';
import { perLocale } from '../../../lib/i18n/format';
import { optionAttributes, type Direction } from '../model/appearance';
import { inOrder } from '../model/shuffle';
import { hasCounts, tallyRows, type TallyRow } from '../model/tally';
import { RollingNumber } from './rolling-number';
import '../../../lib/i18n/poll-strings';
import styles from './poll-results.module.css';

/** What the row of a special kind of poll shows in its own way. */
export interface RowFace {
  /** Drawn into the box, in place of the tick of the viewer's own choice. */
  mark?: ReactNode;
  /** A line under the option's text. */
  note?: ReactNode;
  className?: string;
  picture?: ReactNode;
  /** The row in words, after the option's text. */
  spoken: string;
}

/** A row in words: ", 58%, 744 votes, your vote". */
export const spokenRow = (row: TallyRow): string =>
  t('polls.rowSpoken', { count: row.votes, percent: row.percent }) + (row.mine ? t('polls.yourVote') : '');

const names = perLocale((tag) => new Intl.ListFormat(tag, { type: 'conjunction' }));

/** The options that lead together; none when one leads alone. */
const tied = (rows: TallyRow[]): TallyRow[] => {
  const leaders = rows.filter((row) => row.leads);
  return leaders.length > 1 ? leaders : [];
};

/** "Tea and Coffee have 118 votes each.", of the options that lead together. */
const tieText = (leaders: TallyRow[]): string =>
  t('polls.tieText', { count: leaders[0]?.votes ?? 0, options: names().format(leaders.map((row) => row.text)) });

/** The whole result in words, for the live region. */
export const spokenResults = (poll: Poll, spoken = spokenRow): string => {
  const rows = tallyRows(poll);
  const leaders = tied(rows);
  const said = t('polls.announced', { rows: rows.map((row) => row.text + spoken(row)).join('. ') });
  return leaders.length > 0 ? `${said}. ${t('polls.tie')} ${tieText(leaders)}` : said;
};

/** A sentence below the rows that names every leader of a tie. */
function Tie({ leaders, direction }: { leaders: TallyRow[]; direction: Direction }) {
  return (
    <p className={styles.tie} dir={direction}>
      <b>{t('polls.tie')}</b> {tieText(leaders)}
    </p>
  );
}

const rowClass = (row: TallyRow, counted: boolean, face: RowFace | undefined): string =>
  [
    styles.row,
    face?.className,
    counted && row.leads && styles.isLead,
    row.mine && styles.isMine,
    counted && row.share === 1 && styles.isFull,
    counted && row.votes === 0 && styles.isZero,
  ]
    .filter(Boolean)
    .join(' ');

interface ResultsProps {
  poll: Poll;
  /** Indexes of the options as this viewer sees them; without it, in the author's order. */
  order?: readonly number[];
  /** The result has just opened: the numbers roll from 0 while the bars grow. */
  entering: boolean;
  /** It was open from the start: tick and bars are not animated. */
  still?: boolean;
  /** The shares are not out yet: dashes stand for them. */
  waiting?: boolean;
  /** How the rows of a special kind of poll differ. */
  face?: (row: TallyRow) => RowFace;
}

/**
 * Results as a list whose text says everything; bars and figures are visual. Only voters see boxes. Until the counts
 * arrive the rows have no bars, and the tick is already drawn.
 */
export function PollResults({ poll, order, entering, still = false, waiting = false, face }: ResultsProps) {
  const counted = hasCounts(poll) && !waiting;
  const attributes = optionAttributes(poll);
  const rows = tallyRows(poll);
  const leaders = counted ? tied(rows) : [];
  return (
    <>
      <ol
        className={still ? `results ${styles.isStill}` : 'results'}
        dir={attributes.dir}
        aria-busy={!counted && !waiting}
      >
        {inOrder(rows, order).map((row, place) => {
          const own = face?.(row);
          return (
            <li
              key={row.index}
              className={rowClass(row, counted, own)}
              style={{ '--p': row.share.toFixed(4), '--i': place } as CSSProperties}
            >
              {counted && <span className="res-bar" aria-hidden="true" />}
              {own?.picture}
              {poll.userVoted && (
                <span className="box" aria-hidden="true">
                  {own?.mark === undefined ? row.mine && <Tick /> : own.mark}
                </span>
              )}
              <span className={styles.text} {...attributes}>
                {row.text}
                {own?.note}
              </span>
              {counted && (
                <>
                  <span className="res-votes" aria-hidden="true">
                    <RollingNumber value={row.votes} entering={entering} />
                  </span>
                  <span className="res-pct" aria-hidden="true">
                    <RollingNumber value={row.percent} entering={entering} />
                    <small>%</small>
                  </span>
                </>
              )}
              {waiting && (
                <span className="res-pct" aria-hidden="true">
                  –
                </span>
              )}
              {own || counted ? (
                <span className="vh">{own?.spoken ?? spokenRow(row)}</span>
              ) : (
                row.mine && <span className="vh">{t('polls.yourVote')}</span>
              )}
            </li>
          );
        })}
      </ol>
      {leaders.length > 0 && <Tie leaders={leaders} direction={attributes.dir} />}
    </>
  );
}
