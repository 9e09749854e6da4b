/** Data that one account has seen last, in this browser's IndexedDB. */
interface Kept<T = unknown> {
  userId: number;
  /** Milliseconds since the epoch. */
  savedAt: number;
  data: T;
}

const NAME = 'inkling';
const STORE = 'kept';
/** Increase it when the shape of kept data changes: older data is then dropped. */
const VERSION = 2;

let opening: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      const { result } = request;
      if (result.objectStoreNames.contains(STORE)) result.deleteObjectStore(STORE);
      result.createObjectStore(STORE);
    };
    request.onsuccess = () => {
      const { result } = request;
      // Lets another tab upgrade to a newer version.
      result.onversionchange = () => result.close();
      result.onclose = () => (opening = null);
      resolve(result);
    };
    request.onerror = () => reject(request.error ?? new Error('IndexedDB cannot be opened'));
    request.onblocked = () => reject(new Error('IndexedDB is blocked by another tab'));
  }).catch((error: unknown) => {
    opening = null;
    throw error;
  });
  return opening;
}

async function within<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T> | void,
): Promise<T | undefined> {
  const transaction = (await open()).transaction(STORE, mode);
  return new Promise((resolve, reject) => {
    const request = work(transaction.objectStore(STORE));
    transaction.oncomplete = () => resolve(request?.result);
    transaction.onabort = transaction.onerror = () => reject(transaction.error ?? new Error('IndexedDB gave up'));
  });
}

/** Keeps data for an account under a key, replacing what was there. */
export const putKept = (key: string, userId: number, data: unknown, savedAt = Date.now()): Promise<unknown> =>
  within('readwrite', (store) => store.put({ userId, savedAt, data } satisfies Kept, key));

/** The data kept for this account under a key; null when there is none, or it belongs to another account. */
export async function getKept<T>(key: string, userId: number): Promise<{ data: T; savedAt: number } | null> {
  const kept = await within<Kept<T> | undefined>(
    'readonly',
    (store) => store.get(key) as IDBRequest<Kept<T> | undefined>,
  );
  return kept?.userId === userId ? { data: kept.data, savedAt: kept.savedAt } : null;
}

/** Deletes what was kept under a key, for any user. */
export const dropKept = (key: string): Promise<unknown> => within('readwrite', (store) => void store.delete(key));

/** Keeps only the newest `most` entries of the keys with this beginning. */
export const trimKept = (beginning: string, most: number): Promise<unknown> =>
  within('readwrite', (store) => {
    const found: { key: IDBValidKey; savedAt: number }[] = [];
    const request = store.openCursor(IDBKeyRange.bound(beginning, `${beginning}\uffff`));
    request.onsuccess = () => {
      const cursor = request.result;
      if (cursor) {
        found.push({ key: cursor.key, savedAt: (cursor.value as Kept).savedAt });
        return cursor.continue();
      }
      found.sort((a, b) => b.savedAt - a.savedAt);
      for (const { key } of found.slice(most)) store.delete(key);
    };
  });

/** Deletes everything, for any user. */
export const clearKept = (): Promise<unknown> => within('readwrite', (store) => void store.clear());
