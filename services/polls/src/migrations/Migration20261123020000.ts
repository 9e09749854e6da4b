import { Migration } from '@mikro-orm/migrations';

/** What moderators have decided about polls and comments. */
export class Migration20261123020000 extends Migration {
  override up(): void {
    this.addSql(`
      alter table polls
        add column sensitive text,
        add column moderated text check (moderated in ('hidden', 'deleted')),
        add column moderation_act bigint,
        add column moderation_version integer not null default 0`);
    this.addSql(`create index polls_moderated_index on polls (author_id, id) where moderated is not null`);
    this.addSql(`
      create table moderated_counters (
        poll_id bigint primary key references polls (id) on delete cascade,
        votes integer[] not null,
        votes_count integer not null,
        likes_count integer not null,
        comments_count integer not null,
        version integer not null,
        end_due boolean not null,
        activity double precision
      )`);
    this.addSql(`
      create table moderated_comments (
        comment_id bigint primary key,
        version integer not null,
        state text not null check (state in ('shown', 'hidden', 'deleted', 'removed')),
        act_id bigint,
        poll_id bigint,
        user_id bigint,
        content text,
        created_at timestamptz
      )`);
    this.addSql(`create index moderated_comments_poll_index on moderated_comments (poll_id, user_id, comment_id)`);
    this.addSql(`create index moderated_comments_user_index on moderated_comments (user_id, comment_id)`);
  }

  override down(): void {
    this.addSql(`drop table moderated_comments, moderated_counters`);
    this.addSql(`drop index polls_moderated_index`);
    this.addSql(`
      alter table polls drop column sensitive, drop column moderated, drop column moderation_act,
        drop column moderation_version`);
  }
}
