import { readItem, writeItem } from './storage';

/** The step that a new user's welcome has reached on this device, as `userId:step`. */
const STORAGE_WELCOME = 'inkling_welcome';

/** Offers a user the welcome on the next visit to /home, after they have completed their profile here. */
export const beginWelcome = (userId: number): void => saveWelcomeStep(userId, 0);

/** Records the step that the user has reached. */
export function saveWelcomeStep(userId: number, step: number): void {
  writeItem(STORAGE_WELCOME, `${userId}:${step}`);
}

/** The step at which the welcome continues, from 0; null for users who do not get it. */
export function welcomeStep(userId: number): number | null {
  const [, owner, step] = /^(\d+):(\d)$/.exec(readItem(STORAGE_WELCOME) ?? '') ?? [];
  return Number(owner) === userId ? Number(step) : null;
}

/** Ends the welcome for good. */
export function endWelcome(): void {
  writeItem(STORAGE_WELCOME, null);
}
