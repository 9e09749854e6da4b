import { NOTIFICATION_DAYS_MAX, RECENT_SEARCHES_MAX } from '@inkling/contracts/constants';
import type { ReactNode } from 'react';
import type { ServerConfig } from '@inkling/contracts';
import { t, type MessageKey } from '../../lib/i18n';
import { useServerConfig } from '../../lib/server-config';
import { LegalFrame } from './legal-frame';
import { OperatorText } from './operator-text';
import { StoredDataTable } from './stored-data-table';
import './strings';

interface Part {
  title: MessageKey;
  lines: MessageKey[];
  /** Numbers in the text. */
  count?: number;
}

const LONG: MessageKey[] = ['legal.long1', 'legal.long2', 'legal.long4', 'legal.long3'];

const privacy = (config: ServerConfig | undefined): Part[] => {
  const { features, insightsKind } = config ?? {};
  const parties: (MessageKey | false)[] = [
    'legal.third0',
    features?.google === true && 'legal.thirdGoogle',
    features?.push === true && 'legal.thirdPush',
    features?.mail === true && 'legal.thirdMail',
    // Null also while the insights service is away, whose kind is then unknown here.
    config !== undefined && insightsKind !== 'passages' && 'legal.thirdAi',
    config !== undefined && insightsKind !== 'ai' && 'legal.thirdWiki',
    'legal.thirdStore',
  ];
  return [
    { title: 'legal.kept', lines: ['legal.kept1', 'legal.kept2', 'legal.kept3'], count: RECENT_SEARCHES_MAX },
    { title: 'legal.votes', lines: ['legal.votes1', 'legal.votes2', 'legal.votes3', 'legal.votes4'] },
    { title: 'legal.see', lines: ['legal.see1', 'legal.see2', 'legal.see3'] },
    { title: 'legal.long', lines: LONG, count: NOTIFICATION_DAYS_MAX },
    { title: 'legal.device', lines: ['legal.device1', 'legal.device2'] },
    { title: 'legal.third', lines: parties.filter((line) => line !== false) },
  ];
};

const TERMS: Part[] = [
  { title: 'legal.use', lines: ['legal.use1', 'legal.use2'] },
  { title: 'legal.content', lines: ['legal.content1', 'legal.content2', 'legal.content3'] },
  { title: 'legal.limits', lines: ['legal.limits1', 'legal.limits2', 'legal.limits3'] },
];

interface LegalPageProps {
  kind: 'privacy' | 'terms';
  title: MessageKey;
  parts: Part[];
  children?: ReactNode;
}

function LegalPage({ kind, title, parts, children }: LegalPageProps) {
  const builtIn = (
    <>
      <p className="muted">{t('legal.builtIn')}</p>
      {parts.map((part) => (
        <section key={part.title}>
          <h2>{t(part.title)}</h2>
          <ul>
            {part.lines.map((line) => (
              <li key={line}>{t(line, { count: part.count ?? 0 })}</li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
  return (
    <LegalFrame title={t(title)}>
      <OperatorText kind={kind} otherwise={builtIn} />
      {children}
    </LegalFrame>
  );
}

/** `/privacy`: the operator's words, else what the software stores, shows and sends; below, what is stored. */
export const PrivacyPage = () => (
  <LegalPage kind="privacy" title="legal.privacyTitle" parts={privacy(useServerConfig())}>
    <StoredDataTable />
  </LegalPage>
);

/** `/terms`, likewise. */
export const TermsPage = () => <LegalPage kind="terms" title="legal.termsTitle" parts={TERMS} />;
