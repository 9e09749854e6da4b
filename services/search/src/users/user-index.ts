import type { EventData, profileUpdated } from '@inkling/contracts';
import type { Folding } from '../text/folding.js';
import { addWords, type Queries } from '../vocabulary/vocabulary.js';
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
    text: `insert into user_documents as d
             (user_id, name, username, profile_picture, version, username_key, name_text, tokens)
           select user_id, name, username, profile_picture, version, username_key, name_text,
             array_to_tsvector(string_to_array(tokens, ' '))
           from unnest(
             $1::bigint[], $2::text[], $3::text[], $4::text[], $5::integer[], $6::text[], $7::text[], $8::text[]
           ) as t (user_id, name, username, profile_picture, version, username_key, name_text, tokens)
           order by user_id
           on conflict (user_id) do update set name = excluded.name, username = excluded.username,
             profile_picture = excluded.profile_picture, version = excluded.version,
             username_key = excluded.username_key, name_text = excluded.name_text, tokens = excluded.tokens
           where d.version < excluded.version
             or d.version = excluded.version
               and (d.name, d.username, d.profile_picture, d.username_key, d.name_text, d.tokens) is distinct from
                 (excluded.name, excluded.username, excluded.profile_picture, excluded.username_key,
                  excluded.name_text, excluded.tokens)`,
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
