import type { CaseView } from '@inkling/contracts';
import type { ActKind, ObjectKind } from '@inkling/contracts/constants';
import type { MessageKey } from '../../../../lib/i18n';

/** What a moderator can choose: the acts, of which `suspend` has two forms. */
export type Choice = Exclude<ActKind, 'suspend'> | 'suspendUntil' | 'suspendForGood';

export interface ChoiceInfo {
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

type Words = Pick<ChoiceInfo, 'label' | 'does'>;

/** Where an act means something else than its name says (docs/product.md#acts). */
const OTHER_WORDS: Partial<Record<ObjectKind, Partial<Record<Choice, Words>>>> = {
  picture: {
    hide: { label: 'adminCase.hidePoll', does: 'adminCase.hidePollDoes' },
    delete: { label: 'adminCase.deletePoll', does: 'adminCase.deletePollDoes' },
  },
  profile: { delete: { label: 'adminCase.removePicture', does: 'adminCase.removePictureDoes' } },
};

/** Choices that fit only some kinds of objects; all others fit every kind. */
const FITTING: Partial<Record<Choice, readonly ObjectKind[]>> = {
  hide: ['poll', 'comment', 'picture'],
  sensitive: ['poll', 'picture'],
};

/** What can be chosen for an object of this kind. */
export const choicesFor = (kind: ObjectKind): ChoiceInfo[] =>
  CHOICES.filter(({ choice }) => FITTING[choice]?.includes(kind) ?? true).map((each) => ({
    ...each,
    ...OTHER_WORDS[kind]?.[each.choice],
  }));

type Facts = Pick<CaseView, 'object' | 'current' | 'author'>;

function isPossible(choice: Choice, { current, author }: Facts): boolean {
  switch (choice) {
    case 'dismiss':
      return true;
    case 'hide':
      return current !== null;
    case 'sensitive':
      return current !== null && 'media' in current && (current.media !== null || current.optionImages !== undefined);
    case 'delete':
      return current?.kind === 'profile' ? Boolean(current.author?.profilePicture) : current !== null;
    default:
      return author !== null;
  }
}

/** What can be chosen in a case, as long as its content, picture and person are there. */
export const choicesIn = (facts: Facts): ChoiceInfo[] =>
  choicesFor(facts.object.kind).filter(({ choice }) => isPossible(choice, facts));

/** What can be chosen about a person without a case. */
export const choicesForPerson = (): ChoiceInfo[] =>
  CHOICES.filter(({ choice }) => ['warn', 'silence', 'suspendUntil', 'suspendForGood'].includes(choice));

/** The act of a choice. */
export const actOf = (choice: Choice): ActKind =>
  choice === 'suspendUntil' || choice === 'suspendForGood' ? 'suspend' : choice;
