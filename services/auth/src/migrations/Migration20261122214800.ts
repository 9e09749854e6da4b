import { Migration } from '@mikro-orm/migrations';

/** Changes of address: the new one waits for its confirmation, and the old one keeps a way back for some days. */
export class Migration20261122214800 extends Migration {
  override up(): void {
    this.addSql(`
      create table email_changes (
        account_id bigint primary key references accounts (id) on delete cascade,
        email text not null,
        token_hash bytea not null constraint email_changes_token_hash_unique unique,
        expires_at timestamptz not null
      )`);
    this.addSql(`create index email_changes_expires_at_index on email_changes (expires_at)`);
    this.addSql(`
      create table former_emails (
        id bigint generated always as identity primary key,
        account_id bigint not null references accounts (id) on delete cascade,
        email text not null,
        email_key text not null,
        token_hash bytea not null constraint former_emails_token_hash_unique unique,
        expires_at timestamptz not null
      )`);
    this.addSql(`create index former_emails_account_id_index on former_emails (account_id)`);
    this.addSql(`create index former_emails_email_key_index on former_emails (email_key)`);
    this.addSql(`create index former_emails_expires_at_index on former_emails (expires_at)`);
  }

  override down(): void {
    this.addSql(`drop table former_emails, email_changes`);
  }
}
