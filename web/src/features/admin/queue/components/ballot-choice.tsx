import { BallotOption } from '../../../../components/ui/ballot-option';
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
    <BallotOption className={styles.root} name={group} on={chosen} shortcut={shortcut} onChange={onChoose}>
      {label}
    </BallotOption>
  );
}
