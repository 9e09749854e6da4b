import { Migration } from '@mikro-orm/migrations';

/** Completed profiles, versions of follower counts, the order of follow lists, and who has asked a poll lately. */
export class Migration20261121030000 extends Migration {
  override up(): void {
    this.addSql(`alter table profiles add column completed boolean not null default false`);
    // Completing a profile is what gives it a username (docs/product.md#profiles).
    this.addSql(`update profiles set completed = true where username is not null`);

    this.addSql(`alter table follow_counts add column version integer not null default 0`);
    this.addSql(`alter table follow_counts set (fillfactor = 70)`);

    // One direction for both columns, so that a page's position is one range of the index.
    this.addSql(`drop index follows_of_follower_index`);
    this.addSql(`drop index follows_of_following_index`);
    this.addSql(`create index follows_of_follower_index on follows (follower_id, created_at, following_id)`);
    this.addSql(`create index follows_of_following_index on follows (following_id, created_at, follower_id)`);
    this.addSql(`create index follows_following_key_index on follows (following_id, follower_id)`);

    this.addSql(`
      create table polls (
        poll_id bigint primary key,
        author_id bigint not null,
        created_at timestamptz,
        deleted boolean not null default false,
        constraint polls_created_check check (deleted or created_at is not null)
      )`);
    this.addSql(`create index polls_author_index on polls (author_id, created_at, poll_id) where not deleted`);
    this.addSql(`
      create table poll_authors (
        user_id bigint primary key,
        newest_poll_id bigint,
        newest_at timestamptz
      )`);
    this.addSql(
      `create index poll_authors_newest_index on poll_authors (newest_at, user_id) where newest_at is not null`,
    );

    // Every statement here finds its rows by key; tables that grow faster than their statistics must not turn that into
    // scans.
    for (const setting of ['enable_mergejoin', 'enable_seqscan'])
      this.addSql(
        `do $$ begin
           execute format('alter role %I in database %I set ${setting} = off', current_user, current_database());
         end $$`,
      );
  }

  override down(): void {
    for (const setting of ['enable_mergejoin', 'enable_seqscan'])
      this.addSql(
        `do $$ begin
           execute format('alter role %I in database %I reset ${setting}', current_user, current_database());
         end $$`,
      );
    this.addSql(`drop table poll_authors, polls`);
    this.addSql(`drop index follows_following_key_index, follows_of_follower_index, follows_of_following_index`);
    this.addSql(`create index follows_of_follower_index on follows (follower_id, created_at desc, following_id)`);
    this.addSql(`create index follows_of_following_index on follows (following_id, created_at desc, follower_id)`);
    this.addSql(`alter table follow_counts reset (fillfactor)`);
    this.addSql(`alter table follow_counts drop column version`);
    this.addSql(`alter table profiles drop column completed`);
  }
}
