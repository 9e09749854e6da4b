import { Migration } from '@mikro-orm/migrations';

/**
 * Blocks and mutes, and which notification counts a like. Likes from before have no notification here; they count as
 * part of the poll's present one.
 */
export class Migration20261122220000 extends Migration {
  override up(): void {
    this.addSql(
      `create table blocks (
        blocker_id bigint not null, blocked_id bigint not null, active boolean not null, version integer not null,
        primary key (blocker_id, blocked_id)
      )`,
    );
    this.addSql(`create index blocks_blocked_index on blocks (blocked_id, blocker_id) where active`);
    this.addSql(
      `create table mutes (
        muter_id bigint not null, muted_id bigint not null, active boolean not null, version integer not null,
        primary key (muter_id, muted_id)
      )`,
    );
    this.addSql(`create index mutes_muted_index on mutes (muted_id, muter_id) where active`);
    this.addSql(`alter table poll_likes_seen add column notice_id bigint`);
    this.addSql(
      `create view silenced_pairs (recipient_id, actor_id, apart) as
        select blocker_id, blocked_id, true from blocks where active
        union all select blocked_id, blocker_id, true from blocks where active
        union all select muter_id, muted_id, false from mutes where active`,
    );
  }

  override down(): void {
    this.addSql(`drop view silenced_pairs`);
    this.addSql(`alter table poll_likes_seen drop column notice_id`);
    this.addSql(`drop table blocks, mutes`);
  }
}
