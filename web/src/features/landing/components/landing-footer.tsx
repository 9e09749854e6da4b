import { FooterLinks } from '../../../components/site-footer/footer-links';
import { ButtonLink } from '../../../components/ui/button';
import { Wordmark } from '../../../components/ui/logo';
import { t } from '../../../lib/i18n';

export function LandingFooter() {
  return (
    <footer className="foot">
      <div className="wrap">
        <div className="foot-go">
          <h2 className="big">{t('landing.question')}</h2>
          <ButtonLink to="/login" size="xl">
            {t('landing.getStarted')}
          </ButtonLink>
        </div>
        <FooterLinks />
        <div className="foot-word" aria-hidden="true">
          <Wordmark />
        </div>
      </div>
    </footer>
  );
}
