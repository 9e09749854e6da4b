import type { Poll, PollRounds } from '@inkling/contracts';
import { t } from '../../../lib/i18n';
import { formatNumber } from '../../../lib/i18n/format';
import { optionAttributes } from '../model/appearance';
import { runOffRows, type RoundCell } from './run-off-rows';
import styles from './run-off-table.module.css';

function Cell({ cell: { votes, gained, justLeft } }: { cell: RoundCell }) {
  if (votes === null)
    return (
      <td>
        <small>{justLeft ? t('runOff.out') : '–'}</small>
      </td>
    );
  return (
    <td>
      {formatNumber(votes)}
      {gained > 0 && <small> (+{formatNumber(gained)})</small>}
    </td>
  );
}

interface TableProps {
  poll: Poll;
  counted: PollRounds;
  /** Only for screen readers, as the chart is shown. */
  hidden: boolean;
}

/** The rounds of a run-off as a table. */
export function RunOffTable({ poll, counted, hidden }: TableProps) {
  const attributes = optionAttributes(poll);
  return (
    <div className={hidden ? 'vh' : styles.scroller}>
      <table className={styles.table}>
        <caption>{t('runOff.caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('runOff.option')}</th>
            {counted.rounds.map((_, round) => (
              <th key={round} scope="col">
                {t('runOff.round', { number: round + 1 })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {runOffRows(counted, poll.options.length).map((row) => (
            <tr key={row.index} className={row.wins ? styles.isWinner : undefined}>
              <th scope="row" {...attributes}>
                {poll.options[row.index]?.text}
              </th>
              {row.cells.map((cell, round) => (
                <Cell key={round} cell={cell} />
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">{t('runOff.noChoice')}</th>
            {counted.rounds.map(({ exhausted }, round) => (
              <td key={round}>{formatNumber(exhausted)}</td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  );
}
