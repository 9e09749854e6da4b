import { Tally } from '../../../components/ui/tally';
import { t } from '../../../lib/i18n';

const STEPS = [
  { title: 'landing.ask', text: 'landing.askText' },
  { title: 'landing.share', text: 'landing.shareText' },
  { title: 'landing.vote', text: 'landing.voteText' },
  { title: 'landing.discuss', text: 'landing.discussText' },
] as const;

/** Four steps on one perforated strip, numbered in tally strokes. */
export function HowItWorks() {
  return (
    <section id="how-it-works" className="how">
      <div className="wrap">
        <h2 className="big">{t('landing.howItWorks')}</h2>
        <ol className="ticket">
          {STEPS.map(({ title, text }, index) => (
            <li key={title}>
              <Tally className="count" count={index + 1} />
              <h3>{t(title)}</h3>
              <p>{t(text)}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
