import { Tick } from '../../../components/ui/tally';
import { announce } from '../../../lib/announcer';
import { t } from '../../../lib/i18n';
import { rowAttributes, rowContent } from '../components/poll-options';
import { optionAttributes } from '../model/appearance';
import type { HeldVote } from '../model/held-votes';
import { inOrder } from '../model/shuffle';
import { hasCounts, tallyRows } from '../model/tally';
import { CastBar } from './cast-bar';
import { OptionPicture, Tile } from './option-pictures';
import { useBallotDraft } from './use-ballot-draft';
import type { BallotInput, Votable } from './votable';
import styles from './multiple-options.module.css';

function barText({ minChoices, maxChoices, options }: Votable, count: number): string {
  if (count < minChoices) return t('ballots.missing', { count: minChoices - count });
  if (maxChoices === options.length) return t('ballots.chosen', { count });
  return count === maxChoices ? t('ballots.allUsed', { count }) : t('ballots.chosenOf', { count, most: maxChoices });
}

interface MultipleProps extends BallotInput {
  /** Id of the line that says how to vote. */
  describedBy: string;
  held: HeldVote | undefined;
  onTakeBack: () => void;
}

/** Options of which several can be ticked. Nothing is sent before Vote. */
export function MultipleOptions({ poll, order, labelledBy, describedBy, held, onVote, onTakeBack }: MultipleProps) {
  const [chosen, setChosen] = useBallotDraft(poll.id);
  const counted = hasCounts(poll);
  const attributes = optionAttributes(poll);
  const count = chosen.length;
  const full = count >= poll.maxChoices;

  const toggle = (option: number) => {
    if (held) onTakeBack();
    if (chosen.includes(option)) setChosen(chosen.filter((other) => other !== option));
    else if (full) announce(t('ballots.allUsed', { count }));
    else setChosen([...chosen, option].sort((a, b) => a - b));
  };
  return (
    <>
      <fieldset className="opts" aria-labelledby={labelledBy} aria-describedby={describedBy} dir={attributes.dir}>
        {inOrder(tallyRows(poll), order).map((row, place) => {
          const on = chosen.includes(row.index);
          const shut = full && !on;
          const { className, style } = rowAttributes(row, counted, place);
          return (
            <Tile key={row.index} option={poll.options[row.index]}>
              <label
                className={[className, on && styles.isChosen, shut && styles.isFull].filter(Boolean).join(' ')}
                style={style}
              >
                <input
                  type="checkbox"
                  checked={on}
                  aria-disabled={shut ? true : undefined}
                  onChange={() => toggle(row.index)}
                />
                {rowContent({
                  row,
                  counted,
                  place,
                  attributes,
                  mark: on && <Tick />,
                  picture: <OptionPicture option={poll.options[row.index]} />,
                })}
              </label>
            </Tile>
          );
        })}
      </fieldset>
      {count > 0 && (
        <CastBar
          count={count}
          text={barText(poll, count)}
          ready={count >= poll.minChoices}
          held={held}
          onVote={() => onVote(chosen)}
          onTakeBack={onTakeBack}
        />
      )}
    </>
  );
}
