import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { Icon } from '../../../components/ui/icon';
import { Spinner } from '../../../components/ui/spinner';
import { t } from '../../../lib/i18n';
import { dateFormat } from '../../../lib/i18n/format';
import { dateOf, dayOf, earliestDay, type Duration } from '../poll-draft';
import styles from './duration-field.module.css';

const Calendar = lazy(() => import('./calendar'));

const dayFormat = dateFormat({ weekday: 'short', month: 'short', day: 'numeric' });

interface DurationProps {
  value: Duration;
  error?: string;
  onChange: (duration: Duration) => void;
}

/** On a phone the calendar opens below the fold. */
const showWhole = (calendar: HTMLElement | null) => calendar?.scrollIntoView({ block: 'nearest' });

/** 'Poll Duration': shortcuts, and a calendar whose earliest day is tomorrow. */
export function DurationField({ value, error, onChange }: DurationProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const chosen = value.kind === 'date' ? dateOf(value.day) : null;

  const close = () => {
    setOpen(false);
    trigger.current?.focus();
  };

  useEffect(() => {
    if (!open) return undefined;
    const onPress = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, [open]);

  const shortcut = (kind: 'none' | 'day' | 'week', label: string) => (
    <button
      type="button"
      className={value.kind === kind ? `${styles.choice} ${styles.isOn}` : styles.choice}
      aria-pressed={value.kind === kind}
      onClick={() => {
        setOpen(false);
        onChange({ kind });
      }}
    >
      {label}
    </button>
  );

  return (
    <div
      ref={root}
      role="group"
      aria-labelledby={id}
      aria-describedby={`${id}-hint`}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && open) close();
      }}
    >
      <div className="label" id={id}>
        {t('create.duration')}
      </div>
      <div className={styles.choices}>
        {shortcut('none', t('create.noEnd'))}
        {shortcut('day', t('create.oneDay'))}
        {shortcut('week', t('create.oneWeek'))}
        <button
          ref={trigger}
          type="button"
          className={chosen ? `${styles.choice} ${styles.isOn}` : styles.choice}
          aria-expanded={open}
          aria-haspopup="dialog"
          onClick={() => setOpen(!open)}
        >
          <Icon name="calendar" size="s" />
          {chosen ? dayFormat(chosen) : t('create.pickDay')}
        </button>
      </div>
      {open && (
        <div ref={showWhole} className={styles.calendar} role="dialog" aria-label={t('create.pickDay')}>
          <Suspense fallback={<Spinner />}>
            <Calendar
              selected={chosen}
              earliest={earliestDay()}
              onSelect={(day) => {
                onChange({ kind: 'date', day: dayOf(day) });
                close();
              }}
            />
          </Suspense>
        </div>
      )}
      {error ? (
        <span className="field-error" id={`${id}-hint`}>
          {error}
        </span>
      ) : (
        value.kind !== 'none' && (
          <p className={`fine ${styles.hint}`} id={`${id}-hint`}>
            {t('create.durationHint')}
          </p>
        )
      )}
    </div>
  );
}
