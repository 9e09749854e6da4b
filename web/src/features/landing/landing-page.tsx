import { ButtonLink } from '../../components/ui/button';
import { Icon } from '../../components/ui/icon';
import { t } from '../../lib/i18n';
import { usePageTitle } from '../../lib/page-title';
import { Features } from './components/features';
import { Footnotes } from './components/footnotes';
import { HowItWorks } from './components/how-it-works';
import { LandingFooter } from './components/landing-footer';
import { LandingHeader } from './components/landing-header';
import { SamplePollCard } from './components/sample-poll';
import { Testimonials } from './components/testimonials';
import styles from './landing-page.module.css';
import landing from './landing.module.css';
import './strings';

/** The public page. Its people and numbers are invented samples. */
export default function LandingPage() {
  usePageTitle();
  return (
    <>
      <LandingHeader />
      <main>
        <section className={styles.hero}>
          <div className={`${landing.wrap} ${styles.wrap}`}>
            <div>
              <h1>
                {t('landing.heroStart')}
                <br />
                {t('landing.heroMiddle')}
                <span className="hl">{t('landing.heroMark')}</span>
              </h1>
              <p className={`${landing.lede} ${styles.lede}`}>{t('landing.lede')}</p>
              <div className={styles.actions}>
                <ButtonLink to="/login" size="xl">
                  {t('landing.getStarted')}
                  <Icon name="arrow" size="m" />
                </ButtonLink>
                <a className="btn btn-line btn-xl" href="#features">
                  {t('landing.learnMore')}
                </a>
              </div>
            </div>
            <SamplePollCard />
          </div>
        </section>
        <Features />
        <HowItWorks />
        <Footnotes />
        <Testimonials />
      </main>
      <LandingFooter />
    </>
  );
}
