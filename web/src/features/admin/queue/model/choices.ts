import type { ActKind, ObjectKind } from '@inkling/contracts/constants';
import type { MessageKey } from '../../../../lib/i18n';

/** What a moderator can choose: the acts, of which `suspend` has two forms. */
export type Choice = Exclude<ActKind, 'suspend'> | 'suspendUntil' | 'suspendForGood';

interface ChoiceInfo {
  choice: Choice;
  /** The key that chooses it. */
  key: string;
  label: MessageKey;
  /** What it does, in a sentence. */
  does: MessageKey;
}

/** Every choice, in the order of the panel. */
const CHOICES: readonly ChoiceInfo[] = [
  { choice: 'dismiss', key: 'D', label: 'adminCase.dismiss', does: 'adminCase.dismissDoes' },
  { choice: 'warn', key: 'W', label: 'adminCase.warn', does: 'adminCase.warnDoes' },
  { choice: 'hide', key: 'H', label: 'adminCase.hide', does: 'adminCase.hideDoes' },
  { choice: 'delete', key: 'X', label: 'adminCase.delete', does: 'adminCase.deleteDoes' },
  { choice: 'sensitive', key: 'B', label: 'adminCase.sensitive', does: 'adminCase.sensitiveDoes' },
  { choice: 'silence', key: 'S', label: 'adminCase.silence', does: 'adminCase.silenceDoes' },
  { choice: 'suspendUntil', key: 'U', label: 'adminCase.suspendUntil', does: 'adminCase.suspendUntilDoes' },
  { choice: 'suspendForGood', key: 'P', label: 'adminCase.suspendForGood', does: 'adminCase.suspendForGoodDoes' },
];

/** Choices that fit only some kinds of objects; all others fit every kind (docs/product.md#acts). */
const FITTING: Partial<Record<Choice, readonly ObjectKind[]>> = {
  hide: ['poll', 'comment', 'picture'],
  sensitive: ['poll', 'picture'],
};

/** What can be chosen for an object of this kind. */
export const choicesFor = (kind: ObjectKind): ChoiceInfo[] =>
  CHOICES.filter(({ choice }) => FITTING[choice]?.includes(kind) ?? true);

/** What can be chosen about a person without a case. */
export const choicesForPerson = (): ChoiceInfo[] =>
  CHOICES.filter(({ choice }) => ['warn', 'silence', 'suspendUntil', 'suspendForGood'].includes(choice));

/** The act of a choice. */
export const actOf = (choice: Choice): ActKind =>
  choice === 'suspendUntil' || choice === 'suspendForGood' ? 'suspend' : choice;
