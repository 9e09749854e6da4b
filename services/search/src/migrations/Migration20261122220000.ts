import { Migration } from '@mikro-orm/migrations';

/** Blocks, which a search looks up from both sides, and mutes. */
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
  }

  override down(): void {
    this.addSql(`drop table blocks, mutes`);
  }
}
