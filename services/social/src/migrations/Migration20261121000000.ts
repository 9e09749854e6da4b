import { Migration } from '@mikro-orm/migrations';

/** Profiles as auth announces them, follows and their counts. */
export class Migration20261121000000 extends Migration {
  override up(): void {
    this.addSql(`
      create table profiles (
        user_id bigint primary key,
        name text not null,
        username text,
        profile_picture text,
        version integer not null
      )`);
    this.addSql(`
      create table follows (
        follower_id bigint not null,
        following_id bigint not null,
        created_at timestamptz not null default now(),
        primary key (follower_id, following_id),
        constraint follows_other_check check (follower_id <> following_id)
      )`);
    this.addSql(`create index follows_of_follower_index on follows (follower_id, created_at desc, following_id)`);
    this.addSql(`create index follows_of_following_index on follows (following_id, created_at desc, follower_id)`);
    this.addSql(`
      create table follow_counts (
        user_id bigint primary key,
        followers_count integer not null default 0 check (followers_count >= 0),
        following_count integer not null default 0 check (following_count >= 0)
      )`);
  }

  override down(): void {
    this.addSql(`drop table follow_counts, follows, profiles`);
  }
}
