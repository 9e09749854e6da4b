import { FooterLinks } from '../../../components/site-footer/footer-links';
import { ButtonLink } from '../../../components/ui/button';
import { Wordmark } from '../../../components/ui/logo';
import { t } from '../../../lib/i18n';
import landing from '../landing.module.css';
import styles from './landing-footer.module.css';

export function LandingFooter() {
  return (
    <footer className="foot">
      <div className={landing.wrap}>
        <div className={styles.start}>
          <h2 className={landing.heading}>{t('landing.question')}</h2>
          <ButtonLink to="/login" size="xl">
            {t('landing.getStarted')}
          </ButtonLink>
        </div>
        <FooterLinks />
        <div className={styles.word} aria-hidden="true">
          <Wordmark />
        </div>
      </div>
    </footer>
  );
}
