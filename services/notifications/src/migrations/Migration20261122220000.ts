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
      `create function apart(one bigint, other bigint) returns boolean language sql stable parallel safe as $$
        select exists (select from blocks where blocker_id = one and blocked_id = other and active)
          or exists (select from blocks where blocker_id = other and blocked_id = one and active)
      $$`,
    );
    this.addSql(
      `create function silenced(recipient bigint, actor bigint) returns boolean language sql stable parallel safe as $$
        select apart(recipient, actor)
          or exists (select from mutes where muter_id = recipient and muted_id = actor and active)
      $$`,
    );
  }

  override down(): void {
    this.addSql(`drop function silenced, apart`);
    this.addSql(`alter table poll_likes_seen drop column notice_id`);
    this.addSql(`drop table blocks, mutes`);
  }
}
