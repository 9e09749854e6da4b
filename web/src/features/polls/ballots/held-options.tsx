import { Tick } from '../../../components/ui/tally';
import { rowAttributes, rowContent } from '../components/poll-options';
import { optionAttributes } from '../model/appearance';
import type { HeldVote } from '../model/held-votes';
import { inOrder } from '../model/shuffle';
import { hasCounts, tallyRows } from '../model/tally';
import { LOOP } from './hand';
import { OptionPicture, Tile } from './option-pictures';
import { Seconds } from './seconds';
import type { BallotInput } from './votable';
import styles from './held-options.module.css';

/** The ring that runs out while a vote can be taken back. */
const Ring = () => (
  <svg className={styles.ring} viewBox="0 0 40 40" aria-hidden="true">
    <path className={styles.under} d={LOOP} />
    <path pathLength="1" d={LOOP} />
  </svg>
);

interface HeldOptionsProps extends BallotInput {
  held: HeldVote | undefined;
  onTakeBack: () => void;
}

/** Options of which one is chosen and can be taken back for a moment, by a second tap on it. */
export function HeldOptions({ poll, order, labelledBy, held, onVote, onTakeBack }: HeldOptionsProps) {
  const counted = hasCounts(poll);
  const attributes = optionAttributes(poll);
  return (
    <div className="opts" role="group" aria-labelledby={labelledBy} dir={attributes.dir}>
      {inOrder(tallyRows(poll), order).map((row, place) => {
        const pending = held?.choices[0] === row.index;
        const { className, style } = rowAttributes(row, counted, place);
        return (
          <Tile key={row.index} option={poll.options[row.index]}>
            <button
              type="button"
              className={pending ? `${className} ${styles.isPending}` : className}
              style={style}
              aria-pressed={held ? pending : undefined}
              onClick={() => (pending ? onTakeBack() : onVote([row.index]))}
            >
              {rowContent({
                row,
                counted,
                place,
                attributes,
                picture: <OptionPicture option={poll.options[row.index]} />,
                mark: pending && (
                  <>
                    <Tick />
                    <Ring key={held.sentAt} />
                  </>
                ),
              })}
              {pending && <Seconds until={held.sentAt} />}
            </button>
          </Tile>
        );
      })}
    </div>
  );
}
