/**
 * Stores profiles, except older versions. A profile with the stored version is written only if it differs. SQL, because
 * rows travel as arrays: the text of the statement does not depend on their number, and PostgreSQL turns tokens into a
 * tsvector.
 *
 * `$1` user ids, `$2` names, `$3` usernames, `$4` pictures, `$5` versions, `$6` keys of usernames, `$7` texts of names,
 * `$8` tokens separated by spaces.
 */
export const STORE_PROFILES = `
  insert into user_documents as d
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
         excluded.name_text, excluded.tokens)`;
