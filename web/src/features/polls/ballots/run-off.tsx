import { useId, useState, type CSSProperties } from 'react';
import type { Poll, PollRounds } from '@inkling/contracts';
import { register, t } from '../../../lib/i18n';
import { runOff as strings } from '../../../lib/i18n/en/run-off';
import { Filled } from '../../../lib/i18n/filled';
import { formatNumber, formatPercent } from '../../../lib/i18n/format';
import { useRunOff } from '../api/run-off';
import { optionAttributes } from '../model/appearance';
import { percentOf } from '../model/tally';
import { countingIn, hadEquals, runOffRows, type RunOffRow } from './run-off-rows';
import { RunOffTable } from './run-off-table';
import styles from './run-off.module.css';

register({ runOff: strings });

interface PartProps {
  poll: Poll;
  counted: PollRounds;
}

/** The winner, and whether it would also win every pair. */
function Winner({ poll, counted }: PartProps) {
  const { winner, condorcet, rounds } = counted;
  const attributes = optionAttributes(poll);
  const name = (index: number) => poll.options[index]?.text ?? '';
  if (winner === null) return <p className={styles.wins}>{t('runOff.nobody')}</p>;
  const counting = countingIn(counted).at(-1) ?? 0;
  const vars = { round: rounds.length, votes: rounds.at(-1)?.counts[winner] ?? 0, counting };
  return (
    <p className={styles.wins}>
      <b>
        <Filled message="runOff.wins" parts={{ option: <mark {...attributes}>{name(winner)}</mark> }} />
      </b>
      <br />
      {rounds.length > 1 ? t('runOff.inRound', vars) : t('runOff.atOnce', vars)}{' '}
      {condorcet === winner && rounds.length > 1 && t('runOff.beatsAll')}
      {condorcet !== null && condorcet !== winner && (
        <Filled message="runOff.otherBeats" parts={{ option: <strong {...attributes}>{name(condorcet)}</strong> }} />
      )}
    </p>
  );
}

function fate({ wins, leftIn, cells }: RunOffRow, counting: number): string | null {
  if (wins) return t('runOff.winsWith', { share: formatPercent(percentOf(cells.at(-1)?.votes ?? 0, counting)) });
  return leftIn === null ? null : t('runOff.outIn', { number: leftIn });
}

/** Bars of all rounds side by side. The table beside it says the same to those who do not see it. */
function Chart({ poll, counted }: PartProps) {
  const counting = countingIn(counted);
  const rows = runOffRows(counted, poll.options.length);
  const attributes = optionAttributes(poll);
  const most = Math.max(...counted.rounds.flatMap(({ counts }) => counts.map((votes) => votes ?? 0)));
  // Room for the figures, and for the line at the half of the first round.
  const whole = Math.min(counted.voters, Math.ceil(most * 1.4)) || 1;
  return (
    <>
      <div
        className={styles.rounds}
        style={{ '--n': counted.rounds.length } as CSSProperties}
        dir={attributes.dir}
        aria-hidden="true"
      >
        {counted.rounds.map((_, round) => (
          <span key={round} className={styles.head}>
            {t('runOff.round', { number: round + 1 })}
          </span>
        ))}
        {rows.map((row) => (
          <Bars
            key={row.index}
            row={row}
            counting={counting}
            whole={whole}
            text={poll.options[row.index]?.text ?? ''}
          />
        ))}
      </div>
      <p className={styles.key} aria-hidden="true">
        {counted.rounds.length > 1 && (
          <span>
            <i className={styles.keyGain} />
            {t('runOff.cameOver')}
          </span>
        )}
        <span>
          <i className={styles.keyHalf} />
          {t('runOff.half')}
        </span>
      </p>
    </>
  );
}

interface BarsProps {
  row: RunOffRow;
  counting: number[];
  /** Votes of a bar over the whole width. */
  whole: number;
  text: string;
}

function Bars({ row, counting, whole, text }: BarsProps) {
  const note = fate(row, counting.at(-1) ?? 0);
  const name = [styles.name, row.wins && styles.isWinner, row.leftIn !== null && styles.isOut];
  return (
    <>
      <p className={name.filter(Boolean).join(' ')}>
        <span>{text}</span>
        {note && <em>{note}</em>}
      </p>
      {row.cells.map(({ votes, gained }, round) =>
        votes === null ? (
          <span key={round} className={`${styles.bar} ${styles.isGone}`} />
        ) : (
          <span
            key={round}
            className={row.wins ? `${styles.bar} ${styles.isFull}` : styles.bar}
            style={
              {
                '--p': (votes / whole).toFixed(4),
                '--half': ((counting[round] ?? 0) / 2 / whole).toFixed(4),
                '--gain': (votes > 0 ? gained / votes : 0).toFixed(4),
                '--r': round,
              } as CSSProperties
            }
          >
            <i />
            {formatNumber(votes)}
            {gained > 0 && <small>+{formatNumber(gained)}</small>}
          </span>
        ),
      )}
    </>
  );
}

interface RunOffProps {
  poll: Poll;
  heading: 'h2' | 'h3';
}

/** The run-off of a ranked poll that has ended: who wins, and the rounds as a chart or a table. */
export function RunOff({ poll, heading: Heading }: RunOffProps) {
  const id = useId();
  const [table, setTable] = useState(false);
  const { data: counted, isError, refetch } = useRunOff(poll.id);
  if (isError && !counted)
    return (
      <p className={styles.wins}>
        {t('runOff.failed')}{' '}
        <button type="button" className="link" onClick={() => void refetch()}>
          {t('runOff.again')}
        </button>
      </p>
    );
  if (!counted) return <div className={`pulse ${styles.wait}`} aria-hidden="true" />;
  const way = (asTable: boolean) => (
    <button type="button" aria-pressed={table === asTable} onClick={() => setTable(asTable)}>
      {t(asTable ? 'runOff.table' : 'runOff.chart')}
    </button>
  );
  return (
    <section aria-labelledby={id}>
      <Winner poll={poll} counted={counted} />
      {counted.rounds.length > 0 && (
        <>
          <div className={styles.title}>
            <Heading id={id}>{t('runOff.title')}</Heading>
            <div className={styles.ways} role="group" aria-label={t('runOff.showAs')}>
              {way(false)}
              {way(true)}
            </div>
          </div>
          {!table && <Chart poll={poll} counted={counted} />}
          <RunOffTable poll={poll} counted={counted} hidden={!table} />
          {hadEquals(counted) && <p className={styles.equals}>{t('runOff.equals')}</p>}
        </>
      )}
    </section>
  );
}
