import type { EventData, profileUpdated } from '@inkling/contracts';
import type { Folding } from '../text/folding.js';
import { addWords, type Queries } from '../vocabulary/vocabulary.js';
import { STORE_PROFILES } from './user-documents.sql.js';
import { userEntry } from './user-entry.js';

export type Profile = EventData<typeof profileUpdated>;

/**
 * Stores profiles by version: an older one never overwrites a newer one. A profile with the stored version is written
 * only if it differs, so that a rebuild applies changes to the folding.
 */
export async function storeProfiles(queries: Queries, folding: Folding, profiles: readonly Profile[]): Promise<void> {
  if (profiles.length === 0) return;
  const entries = profiles.map((profile) => ({ ...profile, ...userEntry(folding, profile) }));
  await queries.query({
    text: STORE_PROFILES,
    values: [
      entries.map((e) => e.userId),
      entries.map((e) => e.name),
      entries.map((e) => e.username),
      entries.map((e) => e.profilePicture),
      entries.map((e) => e.version),
      entries.map((e) => e.usernameKey),
      entries.map((e) => e.nameText),
      entries.map((e) => e.tokens.join(' ')),
    ],
  });
  await addWords(
    queries,
    entries.flatMap(({ tokens }) => tokens),
  );
}
