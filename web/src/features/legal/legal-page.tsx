import { NOTIFICATION_DAYS_MAX, RECENT_SEARCHES_MAX } from '@inkling/contracts/constants';
import type { ReactNode } from 'react';
import type { ServerConfig } from '@inkling/contracts';
import { Link } from 'react-router';
import { Logo } from '../../components/ui/logo';
import { ThemeSwitch } from '../../components/ui/theme-switch';
import { FooterLinks } from '../../components/site-footer/footer-links';
import { t, type MessageKey } from '../../lib/i18n';
import { Filled } from '../../lib/i18n/filled';
import { usePageTitle } from '../../lib/page-title';
import { useServerConfig } from '../../lib/server-config';
import { StoredDataTable } from './stored-data-table';
import styles from './legal-page.module.css';
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

/** Who runs the server, and how to reach them. */
function Operator({ operator }: { operator: ServerConfig['operator'] | undefined }) {
  return (
    <p>
      {operator?.name && <>{t('legal.runBy', { name: operator.name })} </>}
      {operator?.email ? (
        <Filled
          message="legal.write"
          parts={{
            email: (
              <a className="link" href={`mailto:${operator.email}`}>
                {operator.email}
              </a>
            ),
          }}
        />
      ) : (
        <Link className="link" to="/help">
          {t('legal.writeForm')}
        </Link>
      )}
    </p>
  );
}

function LegalPage({ title, parts, children }: { title: MessageKey; parts: Part[]; children?: ReactNode }) {
  const config = useServerConfig();
  usePageTitle(t(title));
  return (
    <div className={styles.root}>
      <header className={styles.top}>
        <Logo />
        <ThemeSwitch />
      </header>
      <main className={styles.main}>
        <h1>{t(title)}</h1>
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
        {children}
        <Operator operator={config?.operator} />
      </main>
      <footer className={`foot ${styles.foot}`}>
        <div className={styles.wrap}>
          <FooterLinks />
        </div>
      </footer>
    </div>
  );
}

/** `/privacy`: what the software stores, shows and sends, unless the operator has a page of their own. */
export const PrivacyPage = () => (
  <LegalPage title="legal.privacyTitle" parts={privacy(useServerConfig())}>
    <StoredDataTable />
  </LegalPage>
);

/** `/terms`, likewise. */
export const TermsPage = () => <LegalPage title="legal.termsTitle" parts={TERMS} />;
