import { useId, type ReactNode } from 'react';
import { Icon } from '../../../components/ui/icon';
import { t } from '../../../lib/i18n';
import { choiceLimits, KINDS, type Kind, type PollDraft } from '../poll-draft';
import styles from './kind-field.module.css';

const Box = ({ x, y }: { x: number; y: number }) => (
  <rect x={x} y={y} width="12" height="12" rx="3.5" className={styles.box} />
);
const tick = (x: number, y: number) => `M${x} ${y}c1.5 1 2.4 2.2 3 3.8 2-5.5 5-9.5 9.5-12.5`;

/** What a pen does on a ballot of each kind, on 46 x 30. */
const DRAWINGS: Record<Kind, ReactNode> = {
  single: (
    <>
      <Box x={2} y={9} />
      <path d={tick(4.5, 15)} />
    </>
  ),
  multiple: (
    <>
      <Box x={2} y={9} />
      <path d={tick(4.5, 15)} />
      <Box x={24} y={9} />
      <path d={tick(26.5, 15)} />
    </>
  ),
  ranked: (
    <>
      <path d="M2.8 12.6C4.8 11.2 6.6 9.2 7.6 6.6 7.2 12.7 7.3 19 6.6 24.7" />
      <path d="M16.6 11.7C17.6 7.6 25.1 6 25.8 10.4 26.4 14.4 20.2 19.3 16.1 23.8 20.1 22.5 24.2 23.2 28.7 23.1" />
      <path d="M31.7 9.5C34.3 6.5 40.7 6.5 40.5 10.4 40.4 13.5 37 14.7 34.6 15 38.4 14.5 41.9 16.4 41.4 19.9 40.8 24.3 34.4 25.3 30.8 22.6" />
    </>
  ),
  quiz: (
    <>
      <Box x={6} y={10} />
      <path d={tick(8.5, 16)} />
      <path d="M23 9C17 2 3 6 2 16c0 9 10 13 18 9 7-4 7-14 0-19" className={styles.loop} />
    </>
  ),
};

interface StepperProps {
  label: string;
  value: number;
  lowest: number;
  highest: number;
  onChange: (value: number) => void;
}

function Stepper({ label, value, lowest, highest, onChange }: StepperProps) {
  const id = useId();
  const step = (by: -1 | 1, shut: boolean) => (
    <button
      type="button"
      className="icon-btn"
      aria-label={t(by < 0 ? 'create.fewer' : 'create.more', { what: label })}
      aria-disabled={shut}
      onClick={() => !shut && onChange(value + by)}
    >
      <Icon name={by < 0 ? 'minus' : 'plus'} size="m" />
    </button>
  );
  return (
    <span className={styles.stepper}>
      <span id={id}>{label}</span>
      <span role="group" aria-labelledby={id}>
        {step(-1, value <= lowest)}
        <output>{value}</output>
        {step(1, value >= highest)}
      </span>
    </span>
  );
}

interface KindFieldProps {
  draft: PollDraft;
  onChange: (part: Partial<PollDraft>) => void;
}

/** "How people vote": four kinds, and how many options a voter can tick. */
export function KindField({ draft, onChange }: KindFieldProps) {
  const name = useId();
  const { least, most, count } = choiceLimits(draft);
  return (
    <fieldset>
      <legend className={`label ${styles.legend}`}>{t('create.kind')}</legend>
      <div className={styles.kinds}>
        {KINDS.map((kind) => (
          <label key={kind} className={styles.kind}>
            <input type="radio" name={name} checked={draft.kind === kind} onChange={() => onChange({ kind })} />
            <svg viewBox="0 0 46 30" aria-hidden="true">
              {DRAWINGS[kind]}
            </svg>
            <b>{t(`create.kind_${kind}`)}</b>
            <small>{t(`create.kindText_${kind}`)}</small>
          </label>
        ))}
      </div>
      {draft.kind === 'multiple' && (
        <div className={styles.limits}>
          <Stepper
            label={t('create.atLeast')}
            value={least}
            lowest={1}
            highest={Math.min(most, count - 1)}
            onChange={(value) => onChange({ least: value })}
          />
          <Stepper
            label={t('create.atMost')}
            value={most}
            lowest={Math.max(2, least)}
            highest={count}
            onChange={(value) => onChange({ most: value === count ? null : value })}
          />
          <p aria-live="polite">
            {least === most ? t('create.limitsExact', { most, count }) : t('create.limits', { least, most, count })}
          </p>
        </div>
      )}
      {draft.kind === 'ranked' && <p className={styles.text}>{t('create.rankedText')}</p>}
    </fieldset>
  );
}
