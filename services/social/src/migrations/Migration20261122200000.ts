import { Migration } from '@mikro-orm/migrations';

/** Blocks, mutes and muted words. */
export class Migration20261122200000 extends Migration {
  override up(): void {
    for (const [table, own, other] of [
      ['blocks', 'blocker_id', 'blocked_id'],
      ['mutes', 'muter_id', 'muted_id'],
    ]) {
      this.addSql(`
        create table ${table} (
          ${own} bigint not null,
          ${other} bigint not null,
          created_at timestamptz not null default now(),
          primary key (${own}, ${other}),
          constraint ${table}_other_check check (${own} <> ${other})
        )`);
      this.addSql(`create index ${table}_list_index on ${table} (${own}, created_at, ${other})`);
      this.addSql(`create index ${table}_reverse_index on ${table} (${other}, ${own})`);
    }
    this.addSql(`create table muted_words (user_id bigint primary key, words text[] not null)`);
    // The versions of events about blocks, mutes and muted words. They grow although rows come and go.
    this.addSql(`create sequence standing_versions`);
  }

  override down(): void {
    this.addSql(`drop sequence standing_versions`);
    this.addSql(`drop table muted_words, mutes, blocks`);
  }
}
