import { lazy, Suspense, useState, type ComponentType } from 'react';
import type { Author } from '@inkling/contracts';
import type { Reported } from '../report/send-report';
import type { ActionMenuEntry } from '../ui/action-menu';
import { Icon } from '../ui/icon';

export interface PersonMenuProps {
  person: Author;
  /** The button's accessible name. */
  label: string;
  /** For somebody who is muted already. */
  withoutMute?: boolean;
  /** What this menu can report. */
  reports?: readonly Reported[];
  /** Entries before and after those about the person. */
  before?: readonly ActionMenuEntry[];
  after?: readonly ActionMenuEntry[];
  size?: 's' | 'l';
}

const load = (): Promise<{ default: ComponentType<PersonMenuProps> }> => import('./person-menu-panel');
const Panel = lazy(load);

/** The button "More" beside what somebody else has made. The menu's code loads with the first press. */
export function PersonMenu(props: PersonMenuProps) {
  const [asked, setAsked] = useState(false);
  const button = (
    <button
      type="button"
      className="icon-btn"
      aria-label={props.label}
      aria-haspopup="menu"
      aria-expanded={asked}
      // A failure shows when the menu is asked for.
      onPointerEnter={() => void load().catch(() => undefined)}
      onClick={() => setAsked(true)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        setAsked(true);
      }}
    >
      <Icon name="more" size={props.size} />
    </button>
  );
  return asked ? (
    <Suspense fallback={button}>
      <Panel {...props} />
    </Suspense>
  ) : (
    button
  );
}
