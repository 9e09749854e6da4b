import { Migration } from '@mikro-orm/migrations';

/** Accounts of an identity provider, disabled accounts, and the one-time links that are mailed. */
export class Migration20261121030000 extends Migration {
  override up(): void {
    this.addSql(`
      alter table accounts
        add column firebase_uid text constraint accounts_firebase_uid_unique unique,
        add column disabled_at timestamptz`);
    // The sweep of stored pictures asks by path.
    this.addSql(
      `create index accounts_profile_picture_index on accounts (profile_picture) where profile_picture is not null`,
    );
    // The key lets an account have at most one live link of each purpose.
    this.addSql(`
      create table action_tokens (
        account_id bigint not null references accounts (id) on delete cascade,
        purpose text not null
          constraint action_tokens_purpose_check check (purpose in ('password-reset', 'verify-email')),
        token_hash bytea not null constraint action_tokens_token_hash_unique unique,
        created_at timestamptz not null default now(),
        expires_at timestamptz not null,
        primary key (account_id, purpose)
      )`);
    this.addSql(`create index action_tokens_expires_at_index on action_tokens (expires_at)`);
  }

  override down(): void {
    this.addSql(`drop table action_tokens`);
    this.addSql(`drop index accounts_profile_picture_index`);
    this.addSql(`alter table accounts drop column firebase_uid, drop column disabled_at`);
  }
}
