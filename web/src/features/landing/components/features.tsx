import type { CSSProperties, ReactNode } from 'react';
import { Icon } from '../../../components/ui/icon';
import { Tick } from '../../../components/ui/tally';
import { t, useLocale, type MessageKey } from '../../../lib/i18n';
import { FACES } from '../content';
import { Portrait } from './portrait';
import landing from '../landing.module.css';
import styles from './features.module.css';

const BARS = [0.86, 0.58, 0.24];

interface Feature {
  ink: string;
  title: MessageKey;
  text: MessageKey;
  drawing: ReactNode;
}

function Cups() {
  useLocale();
  return (
    <div className={styles.make}>
      <span>{t('landing.tea')}</span>
      <span>{t('landing.coffee')}</span>
      <span className={styles.add}>
        <Icon name="plus" size="s" />
      </span>
    </div>
  );
}

const features: Feature[] = [
  {
    ink: 'citron',
    title: 'landing.makeTitle',
    text: 'landing.makeText',
    drawing: <Cups />,
  },
  {
    ink: 'sky',
    title: 'landing.liveTitle',
    text: 'landing.liveText',
    drawing: (
      <div className={styles.bars}>
        {BARS.map((part) => (
          <i key={part} style={{ '--p': part } as CSSProperties} />
        ))}
      </div>
    ),
  },
  {
    ink: 'orchid',
    title: 'landing.insightsTitle',
    text: 'landing.insightsText',
    drawing: (
      <div className={styles.lines}>
        <i />
        <i />
        <i />
      </div>
    ),
  },
  {
    ink: 'coral',
    title: 'landing.socialTitle',
    text: 'landing.socialText',
    drawing: (
      <div className={styles.faces}>
        {FACES.map(({ portrait, ink }) => (
          <Portrait key={portrait} src={portrait} ink={ink} size={46} />
        ))}
        <span className={styles.heart}>
          <Icon name="heart" />
        </span>
      </div>
    ),
  },
];

/** What Inkling does, as four ballots that are already ticked. */
export function Features() {
  return (
    <section id="features" className={styles.root}>
      <div className={landing.wrap}>
        <h2 className={landing.heading}>{t('landing.featuresTitle')}</h2>
        <ul className={styles.ballots}>
          {features.map(({ ink, title, text, drawing }) => (
            <li key={title} className={styles.ballot} data-ink={ink}>
              <div className={styles.drawing} aria-hidden="true">
                {drawing}
              </div>
              <div className={`perf ${styles.perf}`} />
              <h3>
                <span className={`box ${styles.box}`}>
                  <Tick />
                </span>
                {t(title)}
              </h3>
              <p>{t(text)}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
