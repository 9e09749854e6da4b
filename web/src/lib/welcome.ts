import { readItem, writeItem } from './storage';

/** How far a new user's welcome has come on this device, as `userId:step`. */
const STORAGE_WELCOME = 'inkling_welcome';

/** Offers a user the welcome on the next visit to /home; they have just completed their profile here. */
export const beginWelcome = (userId: number): void => saveWelcomeStep(userId, 0);

/** Remembers the step that the user has come to. */
export const saveWelcomeStep = (userId: number, step: number): void => writeItem(STORAGE_WELCOME, `${userId}:${step}`);

/** The step at which the welcome goes on, from 0; null for everyone who is not to see it. */
export function welcomeStep(userId: number): number | null {
  const [, owner, step] = /^(\d+):(\d)$/.exec(readItem(STORAGE_WELCOME) ?? '') ?? [];
  return Number(owner) === userId ? Number(step) : null;
}

/** The welcome is over and does not come back. */
export const endWelcome = (): void => writeItem(STORAGE_WELCOME, null);
