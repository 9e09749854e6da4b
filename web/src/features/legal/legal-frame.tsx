import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ServerConfig } from '@inkling/contracts';
import { Logo } from '../../components/ui/logo';
import { ThemeSwitch } from '../../components/ui/theme-switch';
import { FooterLinks } from '../../components/site-footer/footer-links';
import { t } from '../../lib/i18n';
import { Filled } from '../../lib/i18n/filled';
import { usePageTitle } from '../../lib/page-title';
import { useServerConfig } from '../../lib/server-config';
import styles from './legal-page.module.css';
import './strings';

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

/** A public page of words, with who runs the server below them. */
export function LegalFrame({ title, children }: { title: string; children: ReactNode }) {
  const config = useServerConfig();
  usePageTitle(title);
  return (
    <div className={styles.root}>
      <header className={styles.top}>
        <Logo />
        <ThemeSwitch />
      </header>
      <main className={styles.main}>
        <h1>{title}</h1>
        {children}
        <Operator operator={config?.operator} />
      </main>
      <footer className={`foot ${styles.foot}`}>
        <div className={styles.wrap}>
          {/* The footer's headings are third ones, and a page of words may have no second. */}
          <h2 className="vh">{t('footer.footer')}</h2>
          <FooterLinks />
        </div>
      </footer>
    </div>
  );
}
