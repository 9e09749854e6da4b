import { Tally } from '../../../components/ui/tally';
import { t } from '../../../lib/i18n';
import landing from '../landing.module.css';
import styles from './how-it-works.module.css';

const STEPS = [
  { title: 'landing.ask', text: 'landing.askText' },
  { title: 'landing.share', text: 'landing.shareText' },
  { title: 'landing.vote', text: 'landing.voteText' },
  { title: 'landing.discuss', text: 'landing.discussText' },
] as const;

/** Four steps on one perforated strip, numbered in tally strokes. */
export function HowItWorks() {
  return (
    <section id="how-it-works" className={styles.root}>
      <div className={landing.wrap}>
        <h2 className={landing.heading}>{t('landing.howItWorks')}</h2>
        <ol className={styles.ticket}>
          {STEPS.map(({ title, text }, index) => (
            <li key={title}>
              <Tally className={`${landing.count} ${styles.count}`} count={index + 1} />
              <h3>{t(title)}</h3>
              <p>{t(text)}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
