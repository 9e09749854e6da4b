import type { CSSProperties, ReactNode } from 'react';
import { Icon } from '../../../components/ui/icon';
import { Tick } from '../../../components/ui/tally';
import { t, useLocale, type MessageKey } from '../../../lib/i18n';
import { FACES } from '../content';
import { Portrait } from './portrait';

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
    <div className="d-make">
      <span>{t('landing.tea')}</span>
      <span>{t('landing.coffee')}</span>
      <span className="add">
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
      <div className="d-bars">
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
      <div className="d-lines">
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
      <div className="d-faces">
        {FACES.map(({ portrait, ink }) => (
          <Portrait key={portrait} src={portrait} ink={ink} size={46} />
        ))}
        <span className="d-heart">
          <Icon name="heart" />
        </span>
      </div>
    ),
  },
];

/** What Inkling does, as four ballots that are already ticked. */
export function Features() {
  return (
    <section id="features" className="feat">
      <div className="wrap">
        <h2 className="big">{t('landing.featuresTitle')}</h2>
        <ul className="ballots">
          {features.map(({ ink, title, text, drawing }) => (
            <li key={title} className="ballot" data-ink={ink}>
              <div className="d" aria-hidden="true">
                {drawing}
              </div>
              <div className="perf" />
              <h3>
                <span className="box">
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
