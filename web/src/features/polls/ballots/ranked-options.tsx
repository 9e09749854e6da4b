import { useRef, type PointerEvent } from 'react';
import { announce } from '../../../lib/announcer';
import { t } from '../../../lib/i18n';
import { rowAttributes, rowContent } from '../components/poll-options';
import { optionAttributes } from '../model/appearance';
import type { HeldVote } from '../model/held-votes';
import { inOrder } from '../model/shuffle';
import { hasCounts, tallyRows, type TallyRow } from '../model/tally';
import { CastBar } from './cast-bar';
import { Numeral } from './hand';
import { EnlargeOption, OptionPicture } from './option-pictures';
import { carry, move, tap, type Ranking } from './ranking';
import { useBallotDraft } from './use-ballot-draft';
import { useNumberDrag } from './use-number-drag';
import type { BallotInput, Votable } from './votable';
import styles from './ranked-options.module.css';

/** "first" to "sixth", in words for the live region. */
const placeWord = (number: number): string => t(`ballots.place_${number}` as 'ballots.place_1');

function Arrow({ up }: { up: boolean }) {
  return (
    <svg className="ic ic-m" viewBox="0 0 24 24" aria-hidden="true">
      <path d={up ? 'm6 14.5 6-6 6 6' : 'm6 9.5 6 6 6-6'} />
    </svg>
  );
}

interface ArrowsProps {
  text: string;
  /** 1 is the first choice. */
  number: number;
  count: number;
  onMove: (step: -1 | 1) => void;
}

/** Exchange numbers with the neighbour. At an end they stay focusable, so that the focus is not lost. */
function Arrows({ text, number, count, onMove }: ArrowsProps) {
  const arrow = (step: -1 | 1, shut: boolean) => (
    <button
      type="button"
      className="icon-btn"
      aria-label={t(step < 0 ? 'ballots.higher' : 'ballots.lower', { option: text })}
      aria-disabled={shut}
      onClick={() => !shut && onMove(step)}
    >
      <Arrow up={step < 0} />
    </button>
  );
  return (
    <span className={styles.move}>
      {arrow(-1, number === 1)}
      {arrow(1, number === count)}
    </span>
  );
}

function barText({ minChoices, options }: Votable, count: number): string {
  return count < Math.min(minChoices, options.length)
    ? t('ballots.missingRanks', { count: minChoices - count })
    : t('ballots.ranked', { count });
}

interface RankedProps extends BallotInput {
  /** Id of the line that says how to vote. */
  describedBy: string;
  held: HeldVote | undefined;
  onTakeBack: () => void;
  /** Called when the number of ranked options has changed. */
  onCount: (count: number) => void;
}

/**
 * Options that take numbers, as on paper: rows stay where they are. A tap writes the next number, arrows exchange
 * numbers with a neighbour, and a number can be dragged to another row.
 */
export function RankedOptions({
  poll,
  order,
  labelledBy,
  describedBy,
  held,
  onVote,
  onTakeBack,
  onCount,
}: RankedProps) {
  const [ranking, setRanking] = useBallotDraft(poll.id);
  const list = useRef<HTMLDivElement>(null);
  const counted = hasCounts(poll);
  const attributes = optionAttributes(poll);
  const count = ranking.length;
  const rows = inOrder(tallyRows(poll), order);

  const change = (next: Ranking) => {
    if (held) onTakeBack();
    setRanking(next);
    onCount(next.length);
  };
  const sayPlace = ({ index, text }: TallyRow, next: Ranking) =>
    announce(t('ballots.nowAt', { option: text, place: placeWord(next.indexOf(index) + 1) }));
  const onTap = (row: TallyRow) => {
    const next = tap(ranking, row.index, poll.maxChoices);
    if (!next) return announce(t('ballots.allRanksUsed', { count }));
    change(next);
    if (next.includes(row.index)) sayPlace(row, next);
    else announce(t('ballots.takenOff', { option: row.text }));
  };
  const onMove = (row: TallyRow, step: -1 | 1) => {
    const next = move(ranking, row.index, step);
    change(next);
    sayPlace(row, next);
  };
  const drag = useNumberDrag(list, (from, to) => {
    const [source, target] = [rows[from], rows[to]];
    if (!source || !target) return;
    const next = carry(ranking, source.index, target.index);
    change(next);
    sayPlace(target, next);
  });

  return (
    <>
      <div
        ref={list}
        className={`opts ${styles.list}`}
        role="group"
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        dir={attributes.dir}
      >
        {rows.map((row, place) => {
          const number = ranking.indexOf(row.index) + 1;
          const { className, style } = rowAttributes(row, counted, place);
          const classes = [
            styles.rank,
            number > 0 && styles.isRanked,
            drag.from === place && styles.isLifted,
            drag.over === place && styles.isOver,
          ];
          const pencil = count < poll.maxChoices && (
            <span className={styles.pencil}>
              <Numeral number={count + 1} pencil />
            </span>
          );
          return (
            <div key={row.index} className={classes.filter(Boolean).join(' ')} data-rank="">
              <button
                type="button"
                className={className}
                style={style}
                aria-pressed={number > 0}
                onClick={() => !drag.wasDragged() && onTap(row)}
                onPointerDown={(event: PointerEvent) => number > 0 && drag.begin(event, place, number)}
              >
                {rowContent({
                  row,
                  counted,
                  place,
                  attributes,
                  picture: <OptionPicture option={poll.options[row.index]} />,
                  mark: number > 0 ? <Numeral key={number} number={number} /> : pencil,
                })}
                {number > 0 && (
                  <>
                    <span className="vh">{t('ballots.numbered', { number, count })}</span>
                    <span className={styles.grip} data-grip="" />
                  </>
                )}
              </button>
              <EnlargeOption option={poll.options[row.index]} />
              {number > 0 && (
                <Arrows text={row.text} number={number} count={count} onMove={(step) => onMove(row, step)} />
              )}
            </div>
          );
        })}
        {drag.ghost && (
          <span className={styles.ghost} style={{ left: drag.ghost.x, top: drag.ghost.y }} aria-hidden="true">
            <Numeral number={drag.ghost.number} />
          </span>
        )}
      </div>
      {count > 0 && (
        <CastBar
          count={count}
          text={barText(poll, count)}
          ready={count >= poll.minChoices}
          held={held}
          onVote={() => onVote(ranking)}
          onClear={() => {
            change([]);
            announce(t('ballots.cleared'));
            list.current?.querySelector<HTMLElement>('.opt')?.focus();
          }}
          onTakeBack={onTakeBack}
        />
      )}
    </>
  );
}
