import type { Translation } from '../translation';

export const hiddenNote = {
  poll: 'Nur du siehst diese Umfrage',
  text: 'Die Moderation hat sie verborgen. Gezähltes bleibt gezählt.',
  reason: 'Der Grund steht in deinen Mitteilungen',
} as const satisfies Translation['hiddenNote'];
