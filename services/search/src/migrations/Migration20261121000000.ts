import { Migration } from '@mikro-orm/migrations';

/** One row per user and per poll to search. */
export class Migration20261121000000 extends Migration {
  override up(): void {
    this.addSql(`
      create table user_documents (
        user_id bigint primary key,
        name text not null,
        username text,
        profile_picture text,
        version integer not null
      )`);
    this.addSql(`
      create table poll_documents (
        poll_id bigint primary key,
        author_id bigint not null,
        question text,
        options text[] not null default '{}',
        created_at timestamptz,
        votes_count bigint not null default 0,
        tally_version bigint not null default 0,
        deleted boolean not null default false
      )`);
    this.addSql(
      `comment on column poll_documents.question
       is 'null while only later events of the poll have arrived, and after deletion'`,
    );
  }

  override down(): void {
    this.addSql(`drop table poll_documents, user_documents`);
  }
}
