import { Link } from 'react-router-dom';
import { ButtonLink } from '../../../components/ui/button';
import { Wordmark } from '../../../components/ui/logo';
import { t } from '../../../lib/i18n';
import { SECTIONS } from '../sections';

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
        <nav className="foot-nav" aria-label={t('landing.footer')}>
          <div>
            <h3>{t('landing.product')}</h3>
            {SECTIONS.map(({ id, title }) => (
              <a key={id} href={`#${id}`}>
                {t(title)}
              </a>
            ))}
          </div>
          <div>
            <h3>{t('landing.account')}</h3>
            <Link to="/login">{t('landing.signup')}</Link>
            <Link to="/login" state={{ mode: 'login' }}>{t('landing.login')}</Link>
          </div>
        </nav>
        <div className="foot-word" aria-hidden="true">
          <Wordmark />
        </div>
      </div>
    </footer>
  );
}
