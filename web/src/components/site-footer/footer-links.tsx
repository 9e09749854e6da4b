import { Link } from 'react-router';
import { t } from '../../lib/i18n';
import { useServerConfig } from '../../lib/server-config';
import { LegalLink, PlaceholderLink } from '../ui/placeholder-link';
import { SocialLinks } from './social-links';
import './site-footer.css';
import './strings';

/** The columns of links at the end of the public pages. */
export function FooterLinks() {
  const { links, operator, instance } = useServerConfig() ?? {};
  const pages = instance?.pages ?? [];
  return (
    <>
      {operator?.name && (
        <p className="foot-instance" dir="auto">
          <b>{operator.name}</b> {instance?.description}
        </p>
      )}
      <nav className="foot-nav" aria-label={t('footer.footer')}>
        <div>
          <h3>{t('footer.product')}</h3>
          <Link to="/#features">{t('footer.features')}</Link>
          <Link to="/#how-it-works">{t('footer.howItWorks')}</Link>
          <Link to="/help">{t('footer.help')}</Link>
        </div>
        <div>
          <h3>{t('footer.company')}</h3>
          <PlaceholderLink>{t('footer.about')}</PlaceholderLink>
          <PlaceholderLink>{t('footer.careers')}</PlaceholderLink>
          <PlaceholderLink>{t('footer.blog')}</PlaceholderLink>
        </div>
        <div>
          <h3>{t('footer.legal')}</h3>
          <LegalLink to={links?.privacy} page="/privacy">
            {t('footer.privacy')}
          </LegalLink>
          <LegalLink to={links?.terms} page="/terms">
            {t('footer.terms')}
          </LegalLink>
          {pages.includes('cookies') ? (
            <Link to="/cookies">{t('footer.cookies')}</Link>
          ) : (
            <LegalLink to={links?.privacy} page="/privacy">
              {t('footer.cookies')}
            </LegalLink>
          )}
          {pages.includes('rules') && <Link to="/rules">{t('footer.rules')}</Link>}
          {pages.includes('imprint') && <Link to="/imprint">{t('footer.imprint')}</Link>}
          <a href="/licenses.txt">{t('footer.licenses')}</a>
          {links?.source && (
            <a href={links.source} rel="noopener">
              {t('footer.source')}
            </a>
          )}
        </div>
        {(operator?.social.length ?? 0) > 0 && (
          <div>
            <h3>{t('footer.follow')}</h3>
            <SocialLinks />
          </div>
        )}
      </nav>
    </>
  );
}
