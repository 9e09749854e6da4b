import { Tick } from '../../../../components/ui/tally';
import styles from './ballot-choice.module.css';

interface BallotChoiceProps {
  /** The name of the group of radio buttons. */
  group: string;
  /** The key that chooses it; the tick takes the letter's place. */
  shortcut: string;
  label: string;
  chosen: boolean;
  onChoose: () => void;
}

/** An act to choose, as the option of a poll whose box carries its key. */
export function BallotChoice({ group, shortcut, label, chosen, onChoose }: BallotChoiceProps) {
  return (
    <label className={chosen ? `opt ${styles.root} ${styles.isOn}` : `opt ${styles.root}`}>
      <input type="radio" name={group} checked={chosen} aria-keyshortcuts={shortcut} onChange={onChoose} />
      <span className={`box ${styles.box}`} aria-hidden="true">
        {chosen ? <Tick /> : <i>{shortcut}</i>}
      </span>
      <span className="opt-text">{label}</span>
    </label>
  );
}
