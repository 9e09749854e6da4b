import { useRef, useState } from 'react';
import { Menu } from '@base-ui/react/menu';
import { useQueryClient } from '@tanstack/react-query';
import { t } from '../../lib/i18n';
import { Icon } from '../ui/icon';
import { BlockIcon } from './block-icon';
import { BlockSheet } from './block-sheet';
import type { PersonMenuProps } from './person-menu';
import { mute } from './protection';
import { shortNameOf } from './short-name';
import './strings';
import styles from './person-menu.module.css';

/** The menu's button, entries and confirmation; it begins open. */
export default function PersonMenuPanel({
  person,
  label,
  entries = [],
  withoutMute = false,
  size = 'l',
}: PersonMenuProps) {
  const client = useQueryClient();
  const trigger = useRef<HTMLButtonElement>(null);
  const [blocking, setBlocking] = useState(false);
  const who = shortNameOf(person);
  return (
    <>
      <Menu.Root defaultOpen modal={false}>
        <Menu.Trigger ref={trigger} className="icon-btn" aria-label={label}>
          <Icon name="more" size={size} />
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner className={styles.place} side="bottom" align="end" sideOffset={4}>
            <Menu.Popup className={styles.menu} aria-label={label} finalFocus={trigger}>
              {entries.map(({ icon, label: words, danger, onChoose }) => (
                <Menu.Item key={words} className={danger ? styles.isDanger : undefined} onClick={onChoose}>
                  <Icon name={icon} size="m" />
                  {words}
                </Menu.Item>
              ))}
              {!withoutMute && (
                <Menu.Item onClick={() => void mute(client, person)}>
                  <Icon name="mute" size="m" />
                  <bdi>{t('protection.mute', { who })}</bdi>
                </Menu.Item>
              )}
              <Menu.Item onClick={() => setBlocking(true)}>
                <BlockIcon />
                <bdi>{t('protection.block', { who })}</bdi>
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      <BlockSheet person={person} open={blocking} onOpenChange={setBlocking} returnTo={trigger} />
    </>
  );
}
