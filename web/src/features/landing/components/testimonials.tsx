import { Tally } from '../../../components/ui/tally';
import { t } from '../../../lib/i18n';
import { TESTIMONIALS } from '../content';
import { useRotation } from '../use-rotation';
import { Pips } from './pips';
import { Portrait } from './portrait';
import landing from '../landing.module.css';
import styles from './testimonials.module.css';
import torn from './torn.module.css';

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
      className={styles.root}
      aria-label={t('landing.testimonials')}
      onPointerEnter={stop}
      onFocus={stop}
    >
      <div className={landing.wrap}>
        <figure className={`${torn.edges} ${styles.torn}`} data-ink={voice.ink}>
          <div className={styles.quote}>
            <blockquote>{t('landing.quoted', { quote: t(voice.quote) })}</blockquote>
            <figcaption>
              <Portrait src={voice.portrait} ink={voice.face} size={52} />
              <span>
                <b>{voice.name}</b>
                <br />
                <span className="muted">{t(voice.role)}</span>
              </span>
              <Pips
                className={styles.pips}
                count={TESTIMONIALS.length}
                index={index}
                label={t('landing.testimonialNumber', place)}
              />
            </figcaption>
          </div>
          <div className={styles.stub} aria-hidden="true">
            <Tally className={`${landing.count} ${styles.count}`} count={5} />
            <span>{t('landing.ofCount', place)}</span>
          </div>
        </figure>
        <p className={`fine ${styles.note}`}>{t('landing.sampleVoices')}</p>
      </div>
    </section>
  );
}
