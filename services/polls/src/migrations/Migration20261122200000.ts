import { Migration } from '@mikro-orm/migrations';

/** Whom a viewer does not see, and the words that a viewer mutes. */
export class Migration20261122200000 extends Migration {
  override up(): void {
    this.addSql(`
      create table hidden_users (
        viewer_id bigint not null,
        user_id bigint not null,
        blocks boolean not null default false,
        blocks_version integer not null default 0,
        blocked_by boolean not null default false,
        blocked_by_version integer not null default 0,
        mutes boolean not null default false,
        mutes_version integer not null default 0,
        primary key (viewer_id, user_id)
      )`);
    this.addSql(
      `create index hidden_users_user_index on hidden_users (user_id, viewer_id) where blocks or blocked_by or mutes`,
    );
    this.addSql(`
      create table viewer_filters (
        viewer_id bigint primary key,
        muted_words text[] not null default '{}',
        words_version integer not null default 0
      )`);
  }

  override down(): void {
    this.addSql(`drop table viewer_filters, hidden_users`);
  }
}
