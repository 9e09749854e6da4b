import { ButtonLink } from '../../../../components/ui/button';
import { StateTag, type Weight } from '../../components/state-tag';
import styles from './todo-list.module.css';

/** Something to do, or done. */
export interface Todo {
  key: string;
  weight: Weight;
  /** The weight in a word. */
  state: string;
  what: string;
  more: string;
  /** Where it is done; without it there is no button. */
  at?: { to: string; label: string };
}

/** Things to do, each with its state and the way to where it is done. */
export const TodoList = ({ things }: { things: readonly Todo[] }) => (
  <ul className={styles.root}>
    {things.map(({ key, weight, state, what, more, at }) => (
      <li key={key}>
        <StateTag weight={weight}>{state}</StateTag>
        <p>
          {what}
          <small>{more}</small>
        </p>
        {at && (
          <ButtonLink variant="line" size="s" to={at.to} aria-label={`${at.label}: ${what}`}>
            {at.label}
          </ButtonLink>
        )}
      </li>
    ))}
  </ul>
);
