import { ButtonLink } from '../../../components/ui/button';
import { Logo } from '../../../components/ui/logo';
import { ThemeSwitch } from '../../../components/ui/theme-switch';
import { t } from '../../../lib/i18n';
import { SECTIONS } from '../sections';
import landing from '../landing.module.css';
import styles from './landing-header.module.css';

export function LandingHeader() {
  return (
    <header className={styles.root}>
      <div className={`${landing.wrap} ${styles.wrap}`}>
        <Logo />
        <nav aria-label={t('landing.page')}>
          {SECTIONS.map(({ id, title }) => (
            <a key={id} href={`#${id}`}>
              {t(title)}
            </a>
          ))}
        </nav>
        <ThemeSwitch />
        <ButtonLink to="/login" state={{ mode: 'login' }} variant="plain" size="s">
          {t('landing.login')}
        </ButtonLink>
        <ButtonLink to="/login" size="s" className={styles.start}>
          {t('landing.getStarted')}
        </ButtonLink>
      </div>
    </header>
  );
}
