import type { CSSProperties } from 'react';
import type { Poll } from '@inkling/contracts';
import { t } from '../../../lib/i18n';
import { formatPercent } from '../../../lib/i18n/format';
import { optionAttributes } from '../model/appearance';
import { hasCounts, tallyRows } from '../model/tally';
import { prepareRolling } from './rolling-number';
import '../../../lib/i18n/poll-strings';
import styles from './poll-options.module.css';

interface OptionsProps {
  poll: Poll;
  /** Id of the question, which names the group. */
  labelledBy: string;
  /** Called with the index of the chosen option. */
  onChoose: (option: number) => void;
}

/**
 * The options of a poll that can be voted on. Buttons, not radios: an arrow key must not cast a final vote. Where the
 * author shows results before voting, each carries its share.
 */
export function PollOptions({ poll, labelledBy, onChoose }: OptionsProps) {
  const counted = hasCounts(poll);
  const attributes = optionAttributes(poll);
  return (
    <div
      className="opts"
      role="group"
      aria-labelledby={labelledBy}
      dir={attributes.dir}
      onPointerEnter={prepareRolling}
      onFocus={prepareRolling}
    >
      {tallyRows(poll).map((row, index) => (
        <button
          key={index}
          type="button"
          className={counted ? `opt ${styles.counted}` : 'opt'}
          style={counted ? ({ '--p': row.share.toFixed(4), '--i': index } as CSSProperties) : undefined}
          onClick={() => onChoose(index)}
        >
          {counted && row.votes > 0 && <span className="res-bar" aria-hidden="true" />}
          <span className="box" aria-hidden="true" />
          <span className="opt-text" {...attributes}>
            {row.text}
          </span>
          {counted ? (
            <>
              <span className="res-votes" aria-hidden="true">
                {formatPercent(row.percent)}
              </span>
              <span className="vh">{t('polls.rowSpoken', { count: row.votes, percent: row.percent })}</span>
            </>
          ) : (
            <kbd aria-hidden="true">{index + 1}</kbd>
          )}
        </button>
      ))}
    </div>
  );
}
