import { Migration } from '@mikro-orm/migrations';

/** One-time codes as a second step of signing in, and the recovery codes beside them. */
export class Migration20261122214500 extends Migration {
  override up(): void {
    this.addSql(`
      create table one_time_codes (
        account_id bigint primary key references accounts (id) on delete cascade,
        secret bytea not null,
        created_at timestamptz not null default now(),
        confirmed_at timestamptz,
        last_step bigint
      )`);
    this.addSql('create index one_time_codes_pending_index on one_time_codes (created_at) where confirmed_at is null');
    this.addSql(`
      create table recovery_codes (
        account_id bigint not null references one_time_codes (account_id) on delete cascade,
        code_hash bytea not null,
        primary key (account_id, code_hash)
      )`);
  }

  override down(): void {
    this.addSql('drop table recovery_codes, one_time_codes');
  }
}
