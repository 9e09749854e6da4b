import { lazy, Suspense, useState, type ComponentType } from 'react';
import type { Author } from '@inkling/contracts';
import { Icon, type IconName } from '../ui/icon';

/** A further entry of the menu. */
export interface MenuEntry {
  icon: IconName;
  label: string;
  /** It destroys something. */
  danger?: boolean;
  onChoose: () => void;
}

export interface PersonMenuProps {
  person: Author;
  /** The button's accessible name. */
  label: string;
  /** Entries before those about the person. */
  entries?: readonly MenuEntry[];
  /** They block, and are not offered to mute: on a comment under one's own poll. */
  withoutMute?: boolean;
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
