import type { CSSProperties } from 'react';
import type { Poll } from '@inkling/contracts';
import { Tick } from '../../../components/ui/tally';
import { t } from '../../../lib/i18n';
import { perLocale } from '../../../lib/i18n/format';
import { optionAttributes, type Direction } from '../model/appearance';
import { hasCounts, tallyRows, type TallyRow } from '../model/tally';
import { RollingNumber } from './rolling-number';
import '../../../lib/i18n/poll-strings';
import styles from './poll-results.module.css';

/** A row in words: ", 58%, 744 votes, your vote". */
const spoken = (row: TallyRow): string =>
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
export const spokenResults = (poll: Poll): string => {
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

const rowClass = (row: TallyRow, counted: boolean): string =>
  [
    styles.row,
    counted && row.leads && styles.isLead,
    row.mine && styles.isMine,
    counted && row.share === 1 && styles.isFull,
    counted && row.votes === 0 && styles.isZero,
  ]
    .filter(Boolean)
    .join(' ');

interface ResultsProps {
  poll: Poll;
  /** The result has just opened: the numbers roll from 0 while the bars grow. */
  entering: boolean;
  /** It was open from the start: tick and bars are not animated. */
  still?: boolean;
}

/**
 * Results as a list whose text says everything; bars and figures are visual. Only voters see boxes. Until the counts
 * arrive the rows have no bars, and the tick is already drawn.
 */
export function PollResults({ poll, entering, still = false }: ResultsProps) {
  const counted = hasCounts(poll);
  const attributes = optionAttributes(poll);
  const rows = tallyRows(poll);
  const leaders = counted ? tied(rows) : [];
  return (
    <>
      <ol className={still ? `results ${styles.isStill}` : 'results'} dir={attributes.dir} aria-busy={!counted}>
        {rows.map((row, index) => (
          <li
            key={index}
            className={rowClass(row, counted)}
            style={{ '--p': row.share.toFixed(4), '--i': index } as CSSProperties}
          >
            {counted && <span className="res-bar" aria-hidden="true" />}
            {poll.userVote !== null && (
              <span className="box" aria-hidden="true">
                {row.mine && <Tick />}
              </span>
            )}
            <span className={styles.text} {...attributes}>
              {row.text}
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
                <span className="vh">{spoken(row)}</span>
              </>
            )}
            {!counted && row.mine && <span className="vh">{t('polls.yourVote')}</span>}
          </li>
        ))}
      </ol>
      {leaders.length > 0 && <Tie leaders={leaders} direction={attributes.dir} />}
    </>
  );
}
