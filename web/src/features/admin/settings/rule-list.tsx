import { useRef, useState, type KeyboardEvent } from 'react';
import { ABOUT_RULE_MAX, RULE_MAX, RULES_MAX } from '@inkling/contracts/constants';
import type { Rule } from '@inkling/contracts';
import { Button } from '../../../components/ui/button';
import { Icon } from '../../../components/ui/icon';
import { announce } from '../../../lib/announcer';
import { t } from '../../../lib/i18n';
import styles from './rule-list.module.css';
import './strings';

const STEPS: Partial<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

function moved(rules: readonly Rule[], from: number, to: number): Rule[] {
  const rest = rules.filter((_, index) => index !== from);
  return [...rest.slice(0, to), rules[from]!, ...rest.slice(to)];
}

/** The rules in their order, which changes by dragging and by the arrow keys on a handle. */
export function RuleList({ rules, onChange }: { rules: readonly Rule[]; onChange: (rules: Rule[]) => void }) {
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const handle = (index: number) => list.current?.querySelectorAll<HTMLElement>('[data-handle]')[index];
  const move = (from: number, to: number) => {
    if (to < 0 || to >= rules.length || from === to) return;
    onChange(moved(rules, from, to));
    announce(t('adminInstance.movedTo', { place: to + 1, of: rules.length }));
    requestAnimationFrame(() => handle(to)?.focus());
  };
  const change = (index: number, words: Partial<Rule>) =>
    onChange(rules.map((rule, at) => (at === index ? { ...rule, ...words } : rule)));
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    move(index, index + step);
  };
  return (
    <>
      <ol ref={list} className={styles.root}>
        {rules.map((rule, index) => (
          // Rules have no identity but their place while they are edited.
          <li
            key={index}
            className={dragged === index ? styles.isDragged : undefined}
            onDragOver={(event) => {
              if (dragged !== null) event.preventDefault();
            }}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged !== null) move(dragged, index);
              setDragged(null);
            }}
          >
            <button
              type="button"
              className={`icon-btn ${styles.handle}`}
              data-handle
              draggable
              aria-label={t('adminInstance.moveRule', { number: index + 1 })}
              title={t('adminInstance.moveHint')}
              onDragStart={() => setDragged(index)}
              onDragEnd={() => setDragged(null)}
              onKeyDown={(event) => onKeyDown(event, index)}
            >
              <svg className="ic ic-m" viewBox="0 0 24 24" aria-hidden="true">
                <path d="M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01" strokeWidth="2.6" />
              </svg>
            </button>
            <span className={styles.number}>{index + 1}</span>
            <div className={styles.words}>
              <label className="input">
                <span className="vh">{t('adminInstance.rule', { number: index + 1 })}</span>
                <input
                  value={rule.text}
                  maxLength={RULE_MAX}
                  dir="auto"
                  onChange={({ target }) => change(index, { text: target.value })}
                />
              </label>
              <label className={`input ${styles.about}`}>
                <span className="vh">{t('adminInstance.aboutRule', { number: index + 1 })}</span>
                <input
                  value={rule.about ?? ''}
                  maxLength={ABOUT_RULE_MAX}
                  dir="auto"
                  placeholder={t('adminInstance.aboutHint')}
                  onChange={({ target }) => change(index, { about: target.value === '' ? null : target.value })}
                />
              </label>
            </div>
            <button
              type="button"
              className="icon-btn"
              disabled={rules.length === 1}
              aria-label={t('adminInstance.removeRule', { number: index + 1 })}
              onClick={() => onChange(rules.filter((_, at) => at !== index))}
            >
              <Icon name="close" size="m" />
            </button>
          </li>
        ))}
      </ol>
      <Button
        variant="well"
        block
        disabled={rules.length >= RULES_MAX}
        onClick={() => onChange([...rules, { text: '', about: null }])}
      >
        <Icon name="plus" size="m" />
        {t('adminInstance.addRule')}
      </Button>
      <p className={`fine ${styles.note}`}>{t('adminInstance.oldCases')}</p>
    </>
  );
}
