import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { Icon } from './icon';
import styles from './action-menu.module.css';

export interface ActionMenuEntry {
  text: string;
  /** A line under the text. */
  note?: string;
  icon: ReactNode;
  /** The action deletes or takes something away. */
  danger?: boolean;
  /** Runs after the menu closes, with the focus on its button. */
  onChoose: () => void;
}

interface ActionMenuProps {
  /** The accessible name of the button and of its menu. */
  label: string;
  entries: readonly ActionMenuEntry[];
  /** The button, to which a confirmation returns the focus. */
  trigger: RefObject<HTMLButtonElement | null>;
  size?: 's' | 'l';
  initiallyOpen?: boolean;
}

/** Where an arrow key, Home or End leads among `count` entries; undefined for other keys. */
function nextPlace(key: string, place: number, count: number): number | undefined {
  if (key === 'ArrowDown') return (place + 1) % count;
  if (key === 'ArrowUp') return (place > 0 ? place : count) - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

const itemsIn = (menu: HTMLElement | null): HTMLElement[] => [
  ...(menu?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? []),
];

/** The button "More" and its menu of actions. */
export function ActionMenu({ label, entries, trigger, size, initiallyOpen = false }: ActionMenuProps) {
  const root = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(initiallyOpen);

  useEffect(() => {
    if (!open) return undefined;
    itemsIn(root.current)[0]?.focus();
    const onPress = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, [open]);

  const close = () => {
    setOpen(false);
    trigger.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (!open) {
      if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
      event.preventDefault();
      setOpen(true);
      return;
    }
    const items = itemsIn(root.current);
    const next = nextPlace(key, items.indexOf(document.activeElement as HTMLElement), items.length);
    // From the button, Tab goes on to what stands beside the menu.
    if (key === 'Escape' || key === 'Tab') close();
    if (next !== undefined) items[next]?.focus();
    if (next !== undefined || key === 'Escape') event.preventDefault();
    // A card's own keys, such as the figures that vote, have no meaning in here.
    event.stopPropagation();
  };
  return (
    <div
      ref={root}
      className={styles.root}
      onBlur={(event) => {
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={trigger}
        type="button"
        className="icon-btn"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        onKeyDown={onKeyDown}
      >
        <Icon name="more" size={size} />
      </button>
      {open && (
        <div className={styles.menu} role="menu" tabIndex={-1} aria-label={label} onKeyDown={onKeyDown}>
          {entries.map(({ text, note, icon, danger, onChoose }) => (
            <button
              key={text}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={danger ? styles.isDanger : undefined}
              onClick={() => {
                close();
                onChoose();
              }}
            >
              {icon}
              <bdi>
                {text} {note && <small>{note}</small>}
              </bdi>
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
