import { Migration } from '@mikro-orm/migrations';
import { CompiledQuery, type Transaction } from 'kysely';
import { pollEntry } from '../polls/poll-entry.js';
import { isCorrectable, variantHashes } from '../text/typos.js';
import { Folding } from '../text/folding.js';
import { userEntry } from '../users/user-entry.js';

const PAGE = 1_000;

/** The tokens of users and polls, recent searches, topics by activity, and the vocabulary for correcting typos. */
export class Migration20261121030000 extends Migration {
  override async up(): Promise<void> {
    // A document's tokens, alone and prefixed with blocks of ids; search/candidates.sql.ts explains why.
    await this.execute(`
      create function block_tokens(id bigint, tokens tsvector) returns tsvector
      language sql immutable strict parallel safe as $$
        select array_to_tsvector(array(
          select block || token
          from unnest(tsvector_to_array(tokens)) as token,
            unnest(array['', '1:' || (id >> 12) || ':', '2:' || (id >> 16) || ':']) as block))
      $$`);
    await this.execute(`
      alter table user_documents
        add column username_key text collate "C",
        add column name_text text,
        add column tokens tsvector not null default ''`);
    await this.execute(
      `comment on column user_documents.username_key is 'null, like an empty tokens, while the profile is incomplete'`,
    );
    // Votes change a column without an index, and pages have free space, so that updates stay in their page (HOT).
    await this.execute(`
      alter table poll_documents
        alter column author_id drop not null,
        add column question_text text,
        add column topics text[] not null default '{}',
        add column topics_version integer not null default 0,
        add column topic_keys text[] not null default '{}',
        add column topic_labels text[] not null default '{}',
        add column tokens tsvector not null default '',
        set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05)`);
    await this.execute(`create table words (word text collate "C" primary key, variants integer[] not null)`);
    await this.execute(`
      create table recent_searches (
        id bigint generated always as identity primary key,
        user_id bigint not null,
        query text not null,
        query_key text not null,
        searched_at timestamptz not null default clock_timestamp(),
        unique (user_id, query_key)
      )`);
    await this.execute(`create index recent_searches_user_index on recent_searches (user_id, searched_at, id)`);
    await this.execute(`
      create table topic_activity (
        key text primary key,
        label text not null,
        score double precision not null
      ) with (fillfactor = 80)`);
    await this.execute(`create index topic_activity_score_index on topic_activity (score desc)`);

    await this.#indexExistingRows();

    // Without a list of pending entries, which every search would have to read.
    for (const table of ['poll', 'user']) {
      await this.execute(`
        create index ${table}_documents_tokens_index on ${table}_documents
        using gin (block_tokens(${table}_id, tokens)) with (fastupdate = off)`);
    }
    await this.execute(`create index words_variants_index on words using gin (variants) with (fastupdate = off)`);
    await this.execute(`create index user_documents_username_index on user_documents (username_key)`);
  }

  override down(): void {
    this.addSql(`drop table topic_activity, recent_searches, words`);
    this.addSql(`drop index user_documents_tokens_index, poll_documents_tokens_index`);
    this.addSql(`alter table user_documents drop column tokens, drop column name_text, drop column username_key`);
    this.addSql(`
      alter table poll_documents
        drop column tokens, drop column topic_labels, drop column topic_keys, drop column topics_version,
        drop column topics, drop column question_text,
        reset (fillfactor, autovacuum_vacuum_scale_factor)`);
    this.addSql(`drop function block_tokens`);
  }

  /** Uses only pure functions and its own SQL, so that later changes to the service do not change this migration. */
  async #indexExistingRows(): Promise<void> {
    const folding = await Folding.load((text, values) => this.#query(text, values));
    const words = new Set<string>();
    for (let after = 0, more = true; more;) {
      const rows = await this.#query<{ poll_id: number; question: string; options: string[] }>(
        `select poll_id, question, options from poll_documents
         where poll_id > $1 and question is not null order by poll_id limit ${PAGE}`,
        [after],
      );
      const entries = rows.map(({ poll_id, question, options }) => ({
        poll_id,
        ...pollEntry(folding, { question, options, topics: [] }),
      }));
      await this.#query(
        `update poll_documents d set question_text = n.text, tokens = array_to_tsvector(string_to_array(n.tokens, ' ')),
           topic_keys = string_to_array(n.keys, ' '), topic_labels = string_to_array(n.labels, ' ')
         from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[])
           as n (poll_id, text, tokens, keys, labels)
         where d.poll_id = n.poll_id`,
        [
          entries.map((e) => e.poll_id),
          entries.map((e) => e.text),
          entries.map((e) => e.tokens.join(' ')),
          entries.map((e) => e.keys.join(' ')),
          entries.map((e) => e.labels.join(' ')),
        ],
      );
      for (const word of entries.flatMap((e) => e.tokens)) words.add(word);
      after = rows.at(-1)?.poll_id ?? after;
      more = rows.length === PAGE;
    }
    for (let after = 0, more = true; more;) {
      const rows = await this.#query<{ user_id: number; name: string; username: string | null }>(
        `select user_id, name, username from user_documents where user_id > $1 order by user_id limit ${PAGE}`,
        [after],
      );
      // A profile is complete when it has a username.
      const entries = rows.map((row) => ({
        user_id: row.user_id,
        ...userEntry(folding, { ...row, hasCompletedProfile: row.username !== null }),
      }));
      await this.#query(
        `update user_documents d set username_key = n.key, name_text = n.text,
           tokens = array_to_tsvector(string_to_array(n.tokens, ' '))
         from unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) as n (user_id, key, text, tokens)
         where d.user_id = n.user_id`,
        [
          entries.map((e) => e.user_id),
          entries.map((e) => e.usernameKey),
          entries.map((e) => e.nameText),
          entries.map((e) => e.tokens.join(' ')),
        ],
      );
      for (const word of entries.flatMap((e) => e.tokens)) words.add(word);
      after = rows.at(-1)?.user_id ?? after;
      more = rows.length === PAGE;
    }
    const known = [...words].filter((word) => isCorrectable(word));
    for (let start = 0; start < known.length; start += PAGE) {
      const page = known.slice(start, start + PAGE);
      await this.#query(
        `insert into words (word, variants)
         select w, string_to_array(v, ' ')::integer[] from unnest($1::text[], $2::text[]) as t (w, v)`,
        [page, page.map((word) => variantHashes(word).join(' '))],
      );
    }
  }

  async #query<R extends object>(text: string, values: readonly unknown[]): Promise<R[]> {
    const transaction = this.ctx as Transaction<unknown>;
    return (await transaction.executeQuery<R>(CompiledQuery.raw(text, [...values]))).rows;
  }
}
