import { useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { t } from '../../lib/i18n';
import { ActionMenu } from '../ui/action-menu';
import { Icon } from '../ui/icon';
import { BlockIcon } from './block-icon';
import { BlockSheet } from './block-sheet';
import type { PersonMenuProps } from './person-menu';
import { mute, shortNameOf } from './protection';
import './strings';

/** The menu's button, entries and confirmation; it begins open. */
export default function PersonMenuPanel({ person, label, withoutMute = false, size }: PersonMenuProps) {
  const client = useQueryClient();
  const trigger = useRef<HTMLButtonElement>(null);
  const [blocking, setBlocking] = useState(false);
  const who = shortNameOf(person);

  const muteEntry = {
    text: t('protection.mute', { who }),
    icon: <Icon name="mute" size="m" />,
    onChoose: () => void mute(client, person),
  };
  const blockEntry = {
    text: t('protection.block', { who }),
    icon: <BlockIcon />,
    onChoose: () => setBlocking(true),
  };
  return (
    <>
      <ActionMenu
        label={label}
        entries={withoutMute ? [blockEntry] : [muteEntry, blockEntry]}
        trigger={trigger}
        size={size}
        initiallyOpen
      />
      <BlockSheet person={person} open={blocking} onOpenChange={setBlocking} returnTo={trigger} />
    </>
  );
}
