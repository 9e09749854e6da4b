import { Migration } from '@mikro-orm/migrations';

/** Exports of personal data, and the queue in which they are made and removed. */
export class Migration20261122213000 extends Migration {
  override up(): void {
    // Without its account an export is removed, so a deleted account needs to know nothing about exports.
    this.addSql(`
      create table exports (
        id bigint generated always as identity primary key,
        account_id bigint references accounts (id) on delete set null,
        status text not null default 'making'
          constraint exports_status_check check (status in ('making', 'ready', 'failed', 'removing', 'removed')),
        requested_at timestamptz not null default now(),
        due_at timestamptz not null default now(),
        token uuid,
        attempts integer not null default 0,
        parts text[] not null default '{}',
        counts jsonb not null default '{"polls": 0, "votes": 0, "comments": 0, "media": 0}',
        trouble text constraint exports_trouble_check check (trouble in ('service', 'store')),
        object_keys text[] not null default '{}',
        size bigint,
        ready_at timestamptz
      )`);
    this.addSql(
      `create unique index exports_current_index on exports (account_id)
         where status in ('making', 'ready', 'failed')`,
    );
    this.addSql('create index exports_account_index on exports (account_id, requested_at)');
    this.addSql(`create index exports_due_index on exports (due_at) where status <> 'removed'`);
    this.addSql(`create index exports_orphan_index on exports (id) where account_id is null and status <> 'removed'`);
    this.addSql(`create index exports_removed_index on exports (requested_at) where status = 'removed'`);
  }

  override down(): void {
    this.addSql('drop table exports');
  }
}
