import { Tally } from '../../../components/ui/tally';
import { t } from '../../../lib/i18n';
import { TESTIMONIALS } from '../content';
import { useRotation } from '../use-rotation';
import { Pips } from './pips';
import { Portrait } from './portrait';

/** Milliseconds. */
const ROTATION_MS = 5000;

/** Three sample voices, one at a time, on a torn ticket. */
export function Testimonials() {
  const { index, stop } = useRotation(TESTIMONIALS.length, ROTATION_MS);
  const voice = TESTIMONIALS[index] ?? TESTIMONIALS[0]!;
  const place = { number: index + 1, count: TESTIMONIALS.length };
  return (
    <section
      id="testimonials"
      className="said"
      aria-label={t('landing.testimonials')}
      onPointerEnter={stop}
      onFocus={stop}
    >
      <div className="wrap">
        <figure className="torn" data-ink={voice.ink}>
          <div className="torn-in">
            <blockquote>{t('landing.quoted', { quote: t(voice.quote) })}</blockquote>
            <figcaption>
              <Portrait src={voice.portrait} ink={voice.face} size={52} />
              <span>
                <b>{voice.name}</b>
                <br />
                <span className="muted">{t(voice.role)}</span>
              </span>
              <Pips
                className="pips"
                count={TESTIMONIALS.length}
                index={index}
                label={t('landing.testimonialNumber', place)}
              />
            </figcaption>
          </div>
          <div className="torn-stub" aria-hidden="true">
            <Tally className="count" count={5} />
            <span>{t('landing.ofCount', place)}</span>
          </div>
        </figure>
        <p className="fine said-note">{t('landing.sampleVoices')}</p>
      </div>
    </section>
  );
}
