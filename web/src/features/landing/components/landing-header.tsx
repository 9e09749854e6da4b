import { ButtonLink } from '../../../components/ui/button';
import { Logo } from '../../../components/ui/logo';
import { ThemeSwitch } from '../../../components/ui/theme-switch';
import { t } from '../../../lib/i18n';
import { SECTIONS } from '../sections';

export function LandingHeader() {
  return (
    <header className="top">
      <div className="wrap">
        <Logo />
        <nav aria-label={t('landing.page')}>
          {SECTIONS.map(({ id, title }) => (
            <a key={id} href={`#${id}`}>
              {t(title)}
            </a>
          ))}
        </nav>
        <ThemeSwitch />
        <ButtonLink to="/login" state={{ mode: 'login' }} variant="plain" size="s" className="top-in">
          {t('landing.login')}
        </ButtonLink>
        <ButtonLink to="/login" size="s" className="top-start">
          {t('landing.getStarted')}
        </ButtonLink>
      </div>
    </header>
  );
}
