import type { PublicUser } from '@inkling/contracts';

const COUNTS = ['pollsCount', 'followersCount', 'followingCount'] as const;
type Counted = Pick<PublicUser, 'id' | (typeof COUNTS)[number]>;

/** A user as last read. `countsMissing`: the server could not give some of the counts that time. */
export type Counting<U extends Counted = PublicUser> = U & { countsMissing?: true };

/** Fills counts that the server could not give with the last known ones. */
export function withLastCounts<U extends Counted>(user: U, before: Counted | null | undefined): Counting<U> {
  const missing = COUNTS.filter((count) => user[count] === null);
  if (missing.length === 0) return user;
  const known = before?.id === user.id ? Object.fromEntries(missing.map((count) => [count, before[count]])) : {};
  return { ...user, ...known, countsMissing: true };
}
