import { Navigate } from 'react-router';
import { useServerConfig } from '../../lib/server-config';
import { t } from '../../lib/i18n';
import { LegalFrame } from './legal-frame';
import { OperatorText } from './operator-text';
import styles from './legal-page.module.css';
import './strings';

/** `/rules`: the rules of the instance in their order, and the operator's page about them. */
export function RulesPage() {
  const rules = useServerConfig()?.instance?.rules ?? [];
  return (
    <LegalFrame title={t('legal.rulesTitle')}>
      <ol className={styles.rules}>
        {rules.map(({ text, about }) => (
          <li key={text} dir="auto">
            <strong>{text}</strong>
            {about && <p>{about}</p>}
          </li>
        ))}
      </ol>
      <OperatorText kind="rules" otherwise={null} />
    </LegalFrame>
  );
}

/** `/cookies`: the built-in text about them is part of the privacy page. */
export const CookiesPage = () => (
  <LegalFrame title={t('legal.cookiesTitle')}>
    <OperatorText kind="cookies" otherwise={<Navigate to="/privacy" replace />} />
  </LegalFrame>
);

/** `/imprint`: who is responsible for this server. */
export const ImprintPage = () => (
  <LegalFrame title={t('legal.imprintTitle')}>
    <OperatorText kind="imprint" otherwise={<p>{t('legal.noImprint')}</p>} />
  </LegalFrame>
);
