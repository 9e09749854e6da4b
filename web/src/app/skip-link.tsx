import { t } from '../lib/i18n';
import styles from './skip-link.module.css';

/** Leads keyboards past the navigation; visible while it has the focus. */
export const SkipLink = () => (
  <a className={styles.root} href="#content">
    {t('shell.skip')}
  </a>
);
