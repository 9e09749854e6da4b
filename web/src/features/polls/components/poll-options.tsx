import type { CSSProperties, ReactNode } from 'react';
import type { Poll } from '@inkling/contracts';
import { t } from '../../../lib/i18n';
import { formatPercent } from '../../../lib/i18n/format';
import { optionAttributes } from '../model/appearance';
import { inOrder } from '../model/shuffle';
import { hasCounts, tallyRows, type TallyRow } from '../model/tally';
import { prepareRolling } from './rolling-number';
import '../../../lib/i18n/poll-strings';
import styles from './poll-options.module.css';

/** Class and style of an option's row; `counted` where it carries its share before the vote. */
export const rowAttributes = (row: TallyRow, counted: boolean, place: number) => ({
  className: counted ? `opt ${styles.counted}` : 'opt',
  style: counted ? ({ '--p': row.share.toFixed(4), '--i': place } as CSSProperties) : undefined,
});

interface RowInput {
  row: TallyRow;
  counted: boolean;
  /** From 0, in the order shown. */
  place: number;
  attributes: ReturnType<typeof optionAttributes>;
  /** Drawn into the box. */
  mark?: ReactNode;
  picture?: ReactNode;
}

/** What stands in an option's row: bar, box, text, and its share or its key. */
export const rowContent = ({ row, counted, place, attributes, mark, picture }: RowInput): ReactNode => (
  <>
    {counted && row.votes > 0 && <span className="res-bar" aria-hidden="true" />}
    {picture}
    <span className="box" aria-hidden="true">
      {mark}
    </span>
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
      <kbd aria-hidden="true">{place + 1}</kbd>
    )}
  </>
);

interface OptionsProps {
  poll: Poll;
  /** Indexes of the options as this viewer sees them; without it, in the author's order. */
  order?: readonly number[];
  /** Id of the question, which names the group. */
  labelledBy: string;
  /** Called with the index of the chosen option. */
  onChoose: (option: number) => void;
}

/**
 * The options of a poll that can be voted on. Buttons, not radios: an arrow key must not cast a final vote. Where the
 * author shows results before voting, each carries its share.
 */
export function PollOptions({ poll, order, labelledBy, onChoose }: OptionsProps) {
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
      {inOrder(tallyRows(poll), order).map((row, place) => (
        <button
          key={row.index}
          type="button"
          {...rowAttributes(row, counted, place)}
          onClick={() => onChoose(row.index)}
        >
          {rowContent({ row, counted, place, attributes })}
        </button>
      ))}
    </div>
  );
}
