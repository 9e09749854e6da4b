/** What this browser remembers about push. */
export interface PushRecord {
  /** As the server knows this device; null while push is off. */
  token: string | null;
  /** Whose device it is. */
  userId: number | null;
  /** When the token was registered last, milliseconds since the epoch. */
  registeredAt: number;
  /** The person has switched it off here: it does not come back by itself. */
  declined: boolean;
}

const STORAGE_PUSH = 'inkling_push';
const NOTHING: PushRecord = { token: null, userId: null, registeredAt: 0, declined: false };

/** What is remembered, or the beginning. */
export function readPushRecord(): PushRecord {
  try {
    return { ...NOTHING, ...(JSON.parse(localStorage.getItem(STORAGE_PUSH) ?? '{}') as Partial<PushRecord>) };
  } catch {
    return NOTHING;
  }
}

/** Remembers a change. */
export function writePushRecord(change: Partial<PushRecord>): void {
  try {
    localStorage.setItem(STORAGE_PUSH, JSON.stringify({ ...readPushRecord(), ...change }));
  } catch {
    // Without storage the browser's own subscription still tells.
  }
}

/** The server knows the device no longer: it is registered again, as soon as it can be. */
export function registerAnew(): void {
  if (readPushRecord().token !== null) writePushRecord({ registeredAt: 0 });
}
