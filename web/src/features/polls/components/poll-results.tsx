import type { CSSProperties } from 'react';
import type { Poll } from '@inkling/contracts';
import { Tick } from '../../../components/ui/tally';
import { t } from '../../../lib/i18n';
import { directionOf } from '../model/appearance';
import { hasCounts, tallyRows, type TallyRow } from '../model/tally';
import { RollingNumber } from './rolling-number';

/** A row in words: ", 58%, 744 votes, your vote". */
const spoken = (row: TallyRow): string =>
  t('polls.rowSpoken', { count: row.votes, percent: row.percent }) + (row.mine ? t('polls.yourVote') : '');

/** The whole result in words, for the live region. */
export const spokenResults = (poll: Poll): string =>
  t('polls.announced', {
    rows: tallyRows(poll)
      .map((row) => row.text + spoken(row))
      .join('. '),
  });

const rowClass = (row: TallyRow, counted: boolean): string =>
  [
    'res',
    counted && row.leads && 'is-lead',
    row.mine && 'is-mine',
    counted && row.share === 1 && 'is-full',
    counted && row.votes === 0 && 'is-zero',
  ]
    .filter(Boolean)
    .join(' ');

interface ResultsProps {
  poll: Poll;
  /** The result has just opened: the numbers roll from 0 while the bars swell. */
  entering: boolean;
  /** It was open from the beginning: tick and bars are simply there. */
  still?: boolean;
}

/**
 * Results as a list whose text says everything; bars and figures are for the eye. Boxes are there only for someone who
 * has voted. Until the counts arrive the rows stand without bars, with the tick already drawn.
 */
export function PollResults({ poll, entering, still = false }: ResultsProps) {
  const counted = hasCounts(poll);
  const direction = directionOf(poll.options.map((option) => option.text).join(' '));
  return (
    <ol className={still ? 'results is-still' : 'results'} dir={direction} aria-busy={!counted}>
      {tallyRows(poll).map((row, index) => (
        <li key={index} className={rowClass(row, counted)} style={{ '--p': row.share.toFixed(4), '--i': index } as CSSProperties}>
          {counted && <span className="res-bar" aria-hidden="true" />}
          {poll.userVote !== null && (
            <span className="box" aria-hidden="true">
              {row.mine && <Tick />}
            </span>
          )}
          <span className="res-text">{row.text}</span>
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
  );
}
