import { readJson, storedUser, writeItem } from './storage';

/** Local storage key of what one account chose in sealed polls: nothing else knows it. */
const STORAGE_SEALED = 'inkling_sealed_choices';
/** Polls that are remembered; the one voted on longest ago is forgotten first. */
const POLLS_MAX = 500;

interface Remembered {
  userId: number;
  /** Poll id and choices, the latest last. */
  polls: [number, number[]][];
}

function remembered(): Remembered | null {
  const userId = storedUser()?.id;
  const kept = readJson(STORAGE_SEALED) as Partial<Remembered> | null;
  return userId !== undefined && kept?.userId === userId && Array.isArray(kept.polls) ? (kept as Remembered) : null;
}

/** Remembers what the signed-in person chose in a sealed poll, on this device only. */
export function rememberChoices(pollId: number, choices: readonly number[]): void {
  const user = storedUser();
  if (!user) return;
  const others = (remembered()?.polls ?? []).filter(([id]) => id !== pollId);
  const polls: Remembered['polls'] = [...others, [pollId, [...choices]]];
  writeItem(STORAGE_SEALED, JSON.stringify({ userId: user.id, polls: polls.slice(-POLLS_MAX) } satisfies Remembered));
}

/** What the signed-in person chose in a sealed poll on this device; null where it does not know. */
export function choicesOnDevice(pollId: number): number[] | null {
  const found = remembered()?.polls.find(([id]) => id === pollId)?.[1];
  return Array.isArray(found) && found.every(Number.isSafeInteger) ? found : null;
}

/** Forgets what an account chose once another one, or nobody, is signed in. @param userId who is; null for nobody */
export function forgetSealedChoices(userId: number | null): void {
  const kept = readJson(STORAGE_SEALED) as Partial<Remembered> | null;
  if (kept && kept.userId !== userId) writeItem(STORAGE_SEALED, null);
}
