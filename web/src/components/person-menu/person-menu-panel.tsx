import { lazy, Suspense, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { t } from '../../lib/i18n';
import { FlagIcon } from '../report/flag-icon';
import { sayReported, wasReported, type Reported } from '../report/send-report';
import { ActionMenu } from '../ui/action-menu';
import { Icon } from '../ui/icon';
import { BlockIcon } from './block-icon';
import { BlockSheet } from './block-sheet';
import type { PersonMenuProps } from './person-menu';
import { mute, shortNameOf } from './protection';
import './strings';

const ReportSheet = lazy(async () => ({ default: (await import('../report/report-sheet')).ReportSheet }));

/** The menu's button, entries and confirmation; it begins open. */
export default function PersonMenuPanel({
  person,
  label,
  withoutMute = false,
  reports = [],
  before = [],
  after = [],
  size,
}: PersonMenuProps) {
  const client = useQueryClient();
  const trigger = useRef<HTMLButtonElement>(null);
  const [blocking, setBlocking] = useState(false);
  const [reporting, setReporting] = useState<{ object: Reported; open: boolean } | null>(null);
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
  const reportEntries = reports.map((object) => {
    const done = wasReported(client, object);
    return {
      text: done ? t(`reports.reported_${object.kind}`) : t(`reports.report_${object.kind}`, { who }),
      icon: <FlagIcon />,
      danger: !done,
      onChoose: () => (wasReported(client, object) ? sayReported() : setReporting({ object, open: true })),
    };
  });
  return (
    <>
      <ActionMenu
        label={label}
        entries={[...before, ...(withoutMute ? [] : [muteEntry]), blockEntry, ...reportEntries, ...after]}
        trigger={trigger}
        size={size}
        initiallyOpen
      />
      <BlockSheet person={person} open={blocking} onOpenChange={setBlocking} returnTo={trigger} />
      {reporting && (
        <Suspense fallback={null}>
          <ReportSheet
            key={`${reporting.object.kind} ${reporting.object.id}`}
            object={reporting.object}
            person={person}
            open={reporting.open}
            onOpenChange={(open) => setReporting({ ...reporting, open })}
            returnTo={trigger}
          />
        </Suspense>
      )}
    </>
  );
}
