import { Migration } from '@mikro-orm/migrations';

/** Profiles as auth announces them, and the activity on each poll. */
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
      create table poll_activity (
        poll_id bigint primary key,
        author_id bigint not null,
        votes bigint not null default 0 check (votes >= 0),
        deleted boolean not null default false
      )`);
    this.addSql(`
      create table poll_likes_seen (
        poll_id bigint not null references poll_activity (poll_id),
        actor_id bigint not null,
        created_at timestamptz not null default now(),
        primary key (poll_id, actor_id)
      )`);
  }

  override down(): void {
    this.addSql(`drop table poll_likes_seen, poll_activity, profiles`);
  }
}
