import { useId, useRef, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { OPTION_MAX, POLL_OPTIONS_MAX, POLL_OPTIONS_MIN } from '@inkling/contracts/constants';
import { Icon } from '../../../components/ui/icon';
import { Tick } from '../../../components/ui/tally';
import { t } from '../../../lib/i18n';
import { Loop } from '../../polls/ballots/hand';
import { OptionPictureField, type OptionPictures } from './option-picture-field';
import styles from './options-field.module.css';

interface OptionsFieldProps {
  options: string[];
  errors: (string | undefined)[];
  onChange: (options: string[]) => void;
  /** Called before an option leaves, with its index. */
  onRemove: (index: number) => void;
  /** Where options have pictures. */
  pictures?: OptionPictures;
  /** Of a quiz: the index of the right answer, or null, and what is wrong with it. */
  quiz?: { answer: number | null; error?: string; onMark: (index: number) => void };
}

interface MarkProps {
  on: boolean;
  number: number;
  text: string;
  /** Id of what is wrong with the choice of all marks, on the first one. */
  problem: string | undefined;
  onMark: () => void;
}

/** The box of an option of a quiz: a tick in it marks the right answer. */
function RightMark({ on, number, text, problem, onMark }: MarkProps) {
  return (
    <button
      type="button"
      className={styles.mark}
      aria-pressed={on}
      aria-label={t('create.markRight', { option: text.trim() || t('create.option', { number }) })}
      aria-describedby={problem}
      data-invalid={problem === undefined ? undefined : ''}
      onClick={onMark}
    >
      <span className="box">
        {on && (
          <>
            <Tick />
            <Loop />
          </>
        )}
      </span>
    </button>
  );
}

/** The place of an option's text: alone, or beside its picture. */
const Slot = ({ index, pictures, children }: { index: number; pictures?: OptionPictures; children: ReactNode }) =>
  pictures ? (
    <OptionPictureField index={index} pictures={pictures}>
      {children}
    </OptionPictureField>
  ) : (
    children
  );

/** 'Poll Options': two to six. Enter goes to the next one and adds one after the last. */
export function OptionsField({ options, errors, onChange, onRemove, pictures, quiz }: OptionsFieldProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const focus = (index: number) =>
    list.current?.querySelectorAll<HTMLInputElement>('input[data-option]')[index]?.focus();
  // Synchronously, or fast typing would go on in the previous field.
  const changeAndFocus = (next: string[], index: number) => {
    flushSync(() => onChange(next));
    focus(index);
  };
  const full = options.length >= POLL_OPTIONS_MAX;
  // A label would pass its presses on to the mark, its first control.
  const Field = quiz ? 'div' : 'label';

  const add = () => {
    if (full) return;
    changeAndFocus([...options, ''], options.length);
  };
  const remove = (index: number) => {
    const rest = options.filter((_, at) => at !== index);
    onRemove(index);
    changeAndFocus(rest, Math.min(index, rest.length - 1));
  };

  return (
    <div ref={list} role="group" aria-labelledby={id}>
      <div className="label">
        <span id={id}>{t(quiz ? 'create.rightAnswer' : 'create.options')}</span>
        <em>
          {options.length}/{POLL_OPTIONS_MAX}
        </em>
      </div>
      {options.map((option, index) => (
        <div key={index} className={styles.row}>
          <div className={styles.field}>
            <Slot index={index} pictures={pictures}>
              <Field className={quiz?.answer === index ? `input ${styles.isRight}` : 'input'}>
                {quiz ? (
                  <RightMark
                    on={quiz.answer === index}
                    number={index + 1}
                    text={option}
                    problem={quiz.error !== undefined && index === 0 ? `${id}-answer` : undefined}
                    onMark={() => quiz.onMark(index)}
                  />
                ) : (
                  <span className={`box ${styles.box}`} aria-hidden="true" />
                )}
                {!quiz && <span className="vh">{t('create.option', { number: index + 1 })}</span>}
                <input
                  aria-label={quiz && t('create.option', { number: index + 1 })}
                  data-option=""
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
                {quiz?.answer === index && (
                  <span className={styles.right} aria-hidden="true">
                    {t('create.isRight')}
                  </span>
                )}
              </Field>
            </Slot>
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
      {quiz?.error && (
        <span className="field-error" id={`${id}-answer`}>
          {quiz.error}
        </span>
      )}
      <button type="button" className={styles.add} disabled={full} onClick={add}>
        <Icon name="plus" size="m" />
        {t('create.add')}
      </button>
    </div>
  );
}
