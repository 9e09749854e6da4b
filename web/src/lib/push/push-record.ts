import { readJson, writeItem } from '../storage';

/** What this browser remembers about push. */
export interface PushRecord {
  /** The token under which the server knows this device; null while push is off. */
  token: string | null;
  /** The user who registered it. */
  userId: number | null;
  /** When the token was last registered, milliseconds since the epoch. */
  registeredAt: number;
  /** The person has switched it off here: it does not return by itself. */
  declined: boolean;
}

const STORAGE_PUSH = 'inkling_push';
const NOTHING: PushRecord = { token: null, userId: null, registeredAt: 0, declined: false };

/** The stored record, or the initial one. */
export const readPushRecord = (): PushRecord => ({
  ...NOTHING,
  ...(readJson(STORAGE_PUSH) as Partial<PushRecord> | null),
});

/** Stores a change; without storage the browser's own subscription remains. */
export function writePushRecord(change: Partial<PushRecord>): void {
  writeItem(STORAGE_PUSH, JSON.stringify({ ...readPushRecord(), ...change }));
}

/** The server has forgotten the device: register it again at the next opportunity. */
export function forgetRegistration(): void {
  if (readPushRecord().token !== null) writePushRecord({ registeredAt: 0 });
}
