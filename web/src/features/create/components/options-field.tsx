import { useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { OPTION_MAX, POLL_OPTIONS_MAX, POLL_OPTIONS_MIN } from '@inkling/contracts/constants';
import { Icon } from '../../../components/ui/icon';
import { t } from '../../../lib/i18n';
import styles from './options-field.module.css';

interface OptionsFieldProps {
  options: string[];
  errors: (string | undefined)[];
  onChange: (options: string[]) => void;
}

/** 'Poll Options': two to six. Enter goes to the next one and adds one after the last. */
export function OptionsField({ options, errors, onChange }: OptionsFieldProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const focus = (index: number) => list.current?.querySelectorAll('input')[index]?.focus();
  // Synchronously, or fast typing would go on in the previous field.
  const changeAndFocus = (next: string[], index: number) => {
    flushSync(() => onChange(next));
    focus(index);
  };
  const full = options.length >= POLL_OPTIONS_MAX;

  const add = () => {
    if (full) return;
    changeAndFocus([...options, ''], options.length);
  };
  const remove = (index: number) => {
    const rest = options.filter((_, at) => at !== index);
    changeAndFocus(rest, Math.min(index, rest.length - 1));
  };

  return (
    <div ref={list} role="group" aria-labelledby={id}>
      <div className="label">
        <span id={id}>{t('create.options')}</span>
        <em>
          {options.length}/{POLL_OPTIONS_MAX}
        </em>
      </div>
      {options.map((option, index) => (
        <div key={index} className={styles.row}>
          <div className={styles.field}>
            <label className="input">
              <span className={`box ${styles.box}`} aria-hidden="true" />
              <span className="vh">{t('create.option', { number: index + 1 })}</span>
              <input
                value={option}
                maxLength={OPTION_MAX}
                placeholder={t('create.option', { number: index + 1 })}
                dir="auto"
                autoComplete="off"
                enterKeyHint={index + 1 < options.length || !full ? 'next' : 'done'}
                aria-invalid={errors[index] ? true : undefined}
                aria-describedby={errors[index] ? `${id}-${index}` : undefined}
                onChange={(event) => onChange(options.map((text, at) => (at === index ? event.target.value : text)))}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
                  event.preventDefault();
                  if (index + 1 < options.length) focus(index + 1);
                  else add();
                }}
              />
            </label>
            {errors[index] && (
              <span className="field-error" id={`${id}-${index}`}>
                {errors[index]}
              </span>
            )}
          </div>
          <button
            type="button"
            className="icon-btn"
            aria-label={t('create.remove', { number: index + 1 })}
            disabled={options.length <= POLL_OPTIONS_MIN}
            onClick={() => remove(index)}
          >
            <Icon name="close" size="m" />
          </button>
        </div>
      ))}
      <button type="button" className={styles.add} disabled={full} onClick={add}>
        <Icon name="plus" size="m" />
        {t('create.add')}
      </button>
    </div>
  );
}
