import { useEffect, useId, useRef, type RefObject } from 'react';
import { ACT_REASON_MAX, APPEAL_DAYS, SLIP_MAX } from '@inkling/contracts/constants';
import { Field } from '../../../../components/ui/field';
import { t } from '../../../../lib/i18n';
import { dateFormat } from '../../../../lib/i18n/format';
import type { ChoiceInfo } from '../model/choices';
import { endAfter, SUSPENSION_DAYS, TEMPLATES, type Decision } from '../model/use-decision';
import { BallotChoice } from './ballot-choice';
import { Chips } from './chips';
import { Key } from './key';
import styles from './decide-form.module.css';

const day = dateFormat({ day: 'numeric', month: 'short' }, 'en-GB');

interface DecideFormProps {
  decision: Decision;
  choices: readonly ChoiceInfo[];
  /** The name of the person concerned. */
  name: string;
  /** The rules of the instance. */
  rules: readonly { text: string }[];
  reasonRef: RefObject<HTMLTextAreaElement | null>;
}

/** What a moderator decides: the act, how long, which rule, and the reason that the person reads. */
export function DecideForm({ decision, choices, name, rules, reasonRef }: DecideFormProps) {
  const id = useId();
  const grid = useRef<HTMLFieldSetElement>(null);
  const { choice, problem } = decision;
  const chosen = choices.find((each) => each.choice === choice);
  useEffect(() => {
    if (problem === 'reason') reasonRef.current?.focus();
    if (problem === 'choice') grid.current?.querySelector('input')?.focus();
  }, [problem, reasonRef]);
  return (
    <>
      <fieldset ref={grid} className={styles.choices} aria-describedby={`${id}-does`}>
        <legend className="vh">{t('adminCase.act')}</legend>
        {choices.map((each) => (
          <BallotChoice
            key={each.choice}
            group={`${id}-act`}
            shortcut={each.key}
            label={t(each.label)}
            chosen={each.choice === choice}
            onChoose={() => decision.choose(each.choice)}
          />
        ))}
      </fieldset>
      <p className={styles.does} id={`${id}-does`}>
        {chosen ? (
          <>
            <b>{t(chosen.label)}:</b>{' '}
            {t(chosen.does, {
              name,
              day: day(new Date(endAfter(APPEAL_DAYS))),
              end: day(new Date(endAfter(decision.days))),
            })}
          </>
        ) : (
          <span className={problem === 'choice' ? styles.problem : undefined}>{t('adminCase.chooseFirst')}</span>
        )}
      </p>
      {choice === 'suspendUntil' && (
        <div className={styles.part}>
          <Chips
            label={t('adminCase.howLong')}
            options={SUSPENSION_DAYS.map((days) => ({ value: days, text: t('adminCase.days', { count: days }) }))}
            value={decision.days}
            onChange={decision.setDays}
          />
        </div>
      )}
      {choice === 'sensitive' && (
        <div className={styles.part}>
          <Field
            label={t('adminCase.slip')}
            hint={t('adminCase.slipHint')}
            maxLength={SLIP_MAX}
            value={decision.slip}
            onChange={(event) => decision.setSlip(event.target.value)}
          />
        </div>
      )}
      {choices.some((each) => each.choice !== 'dismiss') && choice !== 'dismiss' && (
        <>
          <label className={`label ${styles.part}`} htmlFor={`${id}-rule`}>
            {t('adminCase.rule')}
          </label>
          <select
            className={`input ${styles.rule}`}
            id={`${id}-rule`}
            value={decision.rule ?? ''}
            onChange={({ target }) => decision.setRule(target.value === '' ? null : Number(target.value))}
          >
            {rules.map(({ text }, index) => (
              // Two rules may read the same.
              <option key={`${index} ${text}`} value={index + 1}>
                {index + 1}. {text}
              </option>
            ))}
            <option value="">{t('adminCase.somethingElse')}</option>
          </select>
          <label className={`label ${styles.part}`} htmlFor={`${id}-reason`}>
            <span>{t('adminCase.reason')}</span>
            <span className={styles.key}>
              <Key>R</Key>
            </span>
          </label>
          <Chips
            label={t('adminCase.templates')}
            options={TEMPLATES.map((template) => ({ value: template.id, text: t(template.label) }))}
            value={decision.template}
            onChange={(template) => {
              decision.setTemplate(template);
              if (template === 'own') reasonRef.current?.focus();
            }}
          />
          <textarea
            ref={reasonRef}
            className={`input ${styles.reason}`}
            id={`${id}-reason`}
            rows={4}
            maxLength={ACT_REASON_MAX}
            aria-invalid={problem === 'reason' || undefined}
            aria-describedby={problem === 'reason' ? `${id}-missing` : undefined}
            value={decision.reason}
            onChange={(event) => decision.setReason(event.target.value)}
          />
          {problem === 'reason' && (
            <p className="field-error" id={`${id}-missing`}>
              {t('adminCase.reasonMissing')}
            </p>
          )}
        </>
      )}
    </>
  );
}
