import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { t } from '../../lib/i18n';
import { Icon } from '../ui/icon';
import { BlockIcon } from './block-icon';
import { BlockSheet } from './block-sheet';
import type { PersonMenuProps } from './person-menu';
import { mute, shortNameOf } from './protection';
import './strings';
import styles from './person-menu.module.css';

/** Where an arrow key, Home or End leads among `count` entries; undefined for other keys. */
function nextPlace(key: string, place: number, count: number): number | undefined {
  if (key === 'ArrowDown') return (place + 1) % count;
  if (key === 'ArrowUp') return (place + count - 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

function Entries({ label, onClose, children }: { label: string; onClose: () => void; children: ReactNode }) {
  const menu = useRef<HTMLDivElement>(null);
  const entries = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];

  useEffect(() => {
    menu.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    const all = entries();
    const next = nextPlace(event.key, all.indexOf(document.activeElement as HTMLElement), all.length);
    if (event.key === 'Escape' || event.key === 'Tab') onClose();
    if (next !== undefined) all[next]?.focus();
    if (next !== undefined || event.key === 'Escape') event.preventDefault();
    // A card's own keys, such as the figures that vote, have no meaning in here.
    event.stopPropagation();
  };
  return (
    <div ref={menu} className={styles.menu} role="menu" tabIndex={-1} aria-label={label} onKeyDown={onKeyDown}>
      {children}
    </div>
  );
}

/** The menu's button, entries and confirmation; it begins open. */
export default function PersonMenuPanel({ person, label, withoutMute = false, size = 'l' }: PersonMenuProps) {
  const client = useQueryClient();
  const root = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(true);
  const [blocking, setBlocking] = useState(false);
  const who = shortNameOf(person);

  useEffect(() => {
    if (!open) return undefined;
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
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        <Icon name="more" size={size} />
      </button>
      {open && (
        <Entries label={label} onClose={close}>
          {!withoutMute && (
            <button
              type="button"
              role="menuitem"
              tabIndex={-1}
              onClick={() => {
                close();
                void mute(client, person);
              }}
            >
              <Icon name="mute" size="m" />
              <bdi>{t('protection.mute', { who })}</bdi>
            </button>
          )}
          <button
            type="button"
            role="menuitem"
            tabIndex={-1}
            onClick={() => {
              close();
              setBlocking(true);
            }}
          >
            <BlockIcon />
            <bdi>{t('protection.block', { who })}</bdi>
          </button>
        </Entries>
      )}
      <BlockSheet person={person} open={blocking} onOpenChange={setBlocking} returnTo={trigger} />
    </div>
  );
}
