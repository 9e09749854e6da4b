import { ApiFailure } from '../../lib/api';
import { notifyManager, type QueryClient, type QueryKey } from '@tanstack/react-query';

/** `block` hides everything of a person, `mute` what lists and comments show of them. */
export type Hiding = 'block' | 'mute';

interface Entry {
  id?: unknown;
  userId?: unknown;
  username?: unknown;
  user?: { id?: unknown } | null;
  actor?: { id?: unknown } | null;
}

const isPerson = (entry: Entry): boolean => entry.username !== undefined;

/** Whether an entry of a list is this person, or by this person. */
function isOf(entry: unknown, userId: number, hiding: Hiding): boolean {
  if (typeof entry !== 'object' || entry === null) return false;
  const { id, userId: author, user, actor } = entry as Entry;
  if (author === userId || user?.id === userId) return true;
  return hiding === 'block' && (actor?.id === userId || (id === userId && isPerson(entry as Entry)));
}

/** The data without the entries of a person, in lists at any depth; the same object where it has none. */
export function withoutPerson<Data>(data: Data, userId: number, hiding: Hiding): Data {
  if (typeof data !== 'object' || data === null) return data;
  if (Array.isArray(data)) {
    const kept = data
      .filter((entry) => !isOf(entry, userId, hiding))
      .map((entry: unknown) => withoutPerson(entry, userId, hiding));
    return kept.length === data.length && kept.every((entry, place) => entry === data[place]) ? data : (kept as Data);
  }
  const changed = Object.entries(data).flatMap(([key, value]): [string, unknown][] => {
    const next: unknown = withoutPerson(value, userId, hiding);
    return next === value ? [] : [[key, next]];
  });
  return changed.length === 0 ? data : { ...data, ...Object.fromEntries(changed) };
}

/** Lists of one person's polls; a mute leaves them on that person's profile. */
const isOwnList = (key: QueryKey, userId: number): boolean => key[0] === 'polls' && key.includes(userId);

const gone = () => new ApiFailure(404, 'poll-not-found', 'Poll not found');

/**
 * Takes a person out of every cached answer at once. Reads that are under way are dropped, because they may have begun
 * before the server knew.
 * @returns puts everything back
 */
export function hidePerson(client: QueryClient, userId: number, hiding: Hiding): () => void {
  void client.cancelQueries({ predicate: ({ state }) => state.data !== undefined });
  const before: [QueryKey, unknown][] = [];
  notifyManager.batch(() => {
    for (const query of client.getQueryCache().getAll()) {
      const { queryKey, state } = query;
      if (hiding === 'mute' && isOwnList(queryKey, userId)) continue;
      if (hiding === 'block' && queryKey[0] === 'polls' && isOf(state.data, userId, hiding)) {
        before.push([queryKey, state.data]);
        // Not removed, so that a page showing this poll is updated.
        query.setState({ data: undefined, status: 'error', error: gone(), errorUpdatedAt: Date.now() });
        continue;
      }
      const next = withoutPerson(state.data, userId, hiding);
      if (next === state.data) continue;
      before.push([queryKey, state.data]);
      client.setQueryData(queryKey, next, { updatedAt: state.dataUpdatedAt });
    }
  });
  return () => notifyManager.batch(() => before.forEach(([key, data]) => client.setQueryData(key, data)));
}
