import { ButtonLink } from '../../../components/ui/button';
import { t } from '../../../lib/i18n';
import landing from '../landing.module.css';
import styles from './footnotes.module.css';

/** Sources in the sample brief. */
const SOURCES = ['eea.europa.eu', 'nightjet.com', 'back-on-track.eu'];

/** The dark section about Deep Dive, with a sample brief. */
export function Footnotes() {
  return (
    <section id="ai-insights" className={styles.root}>
      <div className={`${landing.wrap} ${styles.wrap}`}>
        <div>
          <h2 className={landing.heading}>
            {t('landing.footnotesStart')}
            <span className="hl">{t('landing.footnotesMark')}</span>
          </h2>
          <p className={`${landing.lede} ${styles.lede}`}>{t('landing.footnotesText')}</p>
          <ButtonLink to="/login" size="xl">
            {t('landing.getStarted')}
          </ButtonLink>
        </div>
        <figure className={styles.brief}>
          <figcaption className={styles.question}>{t('landing.briefQuestion')}</figcaption>
          <p>
            {t('landing.briefFirst')} <mark>{t('landing.briefFirstMark')}</mark> {t('landing.briefSecond')}{' '}
            <mark>{t('landing.briefSecondMark')}</mark>.
          </p>
          <p>
            {t('landing.briefThird')} <mark>{t('landing.briefThirdMark')}</mark> {t('landing.briefEnd')}
          </p>
          <div className={`sources ${styles.sources}`}>
            {SOURCES.map((source) => (
              <span key={source} className={`source ${styles.source}`}>
                <i aria-hidden="true" data-initial={source.charAt(0).toUpperCase()} />
                {source}
              </span>
            ))}
          </div>
          <p className={`fine ${styles.note}`}>
            {t('landing.sampleBrief')} {t('landing.disclaimer')}
          </p>
        </figure>
      </div>
    </section>
  );
}
