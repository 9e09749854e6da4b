import { useState } from 'react';
import type { ActBody, ActRule } from '@inkling/contracts';
import { t, type MessageKey } from '../../../../lib/i18n';
import { serverNow } from '../../../../lib/server-clock';
import { actOf, type Choice } from './choices';

/** What the server needs for an act. */
export type DecisionBody = ActBody;

/** Reasons that come up again and again, in the moderator's language; `own` is an empty sheet. */
export const TEMPLATES = [
  { id: 'privateNumber', label: 'adminCase.privateNumber', text: 'adminCase.privateNumberText' },
  { id: 'privatePicture', label: 'adminCase.privatePicture', text: 'adminCase.privatePictureText' },
  { id: 'insult', label: 'adminCase.insult', text: 'adminCase.insultText' },
  { id: 'spam', label: 'adminCase.spam', text: 'adminCase.spamText' },
  { id: 'own', label: 'adminCase.ownWords', text: null },
] as const satisfies readonly { id: string; label: MessageKey; text: MessageKey | null }[];
export type TemplateId = (typeof TEMPLATES)[number]['id'];

/** Days of a suspension to choose from. */
export const SUSPENSION_DAYS = [1, 3, 7, 30, 90] as const;
const DAY = 86_400_000;

/** What keeps a decision from being made. */
export type Problem = 'choice' | 'reason';

/** A decision while it is being made. */
export interface Decision {
  choice: Choice | null;
  choose: (choice: Choice) => void;
  /** The number of the broken rule, null for something else. */
  rule: number | null;
  setRule: (rule: number | null) => void;
  template: TemplateId | null;
  setTemplate: (template: TemplateId) => void;
  reason: string;
  setReason: (reason: string) => void;
  days: number;
  setDays: (days: number) => void;
  /** The words on the slip over a sensitive picture. */
  slip: string;
  setSlip: (slip: string) => void;
  problem: Problem | null;
  /** The finished body; null, with `problem` set, while something is missing. */
  finish: () => DecisionBody | null;
}

/**
 * The number of the rule that reads like the reported one; null where none does, as numbers change when the operator
 * changes the rules.
 */
export function ruleOfText(rules: readonly { text: string }[], reported: ActRule | null): number | null {
  const at = rules.findIndex(({ text }) => text === reported?.text);
  return at < 0 ? null : at + 1;
}

/** The end of a suspension of so many days from now, in milliseconds. */
export const endAfter = (days: number): number => serverNow() + days * DAY;

/**
 * The state of the form that decides about an object or a person.
 * @param rule chosen at first: the rule named by most reporters; null for something else
 */
export function useDecision(rule: number | null): Decision {
  const [choice, setChoice] = useState<Choice | null>(null);
  const [chosenRule, setRule] = useState<number | null>();
  const about = chosenRule === undefined ? rule : chosenRule;
  const [template, setTemplate] = useState<TemplateId | null>(null);
  const [reason, setReason] = useState('');
  const [days, setDays] = useState<number>(7);
  const [slip, setSlip] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);

  const finish = (): DecisionBody | null => {
    const missing = choice === null ? 'choice' : choice !== 'dismiss' && reason.trim() === '' ? 'reason' : null;
    setProblem(missing);
    if (choice === null || missing) return null;
    return {
      act: actOf(choice),
      rule: about,
      ...(choice === 'dismiss' ? {} : { reason: reason.trim() }),
      ...(choice === 'suspendUntil' ? { until: new Date(endAfter(days)).toISOString() } : {}),
      ...(choice === 'sensitive' && slip.trim() !== '' ? { slip: slip.trim() } : {}),
    };
  };
  return {
    choice,
    choose: (next) => {
      setChoice(next);
      setProblem(null);
    },
    rule: about,
    setRule,
    template,
    setTemplate: (next) => {
      const text = TEMPLATES.find(({ id }) => id === next)?.text ?? null;
      setTemplate(next);
      setReason(text ? t(text) : '');
      setProblem(null);
    },
    reason,
    setReason: (next) => {
      setReason(next);
      setProblem(null);
    },
    days,
    setDays,
    slip,
    setSlip,
    problem,
    finish,
  };
}
