import { Migration } from '@mikro-orm/migrations';

/** Passkeys, the accounts' names for authenticators, and challenges that wait for an answer. */
export class Migration20261122214700 extends Migration {
  override up(): void {
    this.addSql(`
      create table passkeys (
        id bigint generated always as identity primary key,
        account_id bigint not null references accounts (id) on delete cascade,
        credential_id text not null constraint passkeys_credential_id_unique unique,
        public_key bytea not null,
        sign_count bigint not null,
        transports jsonb not null,
        name text not null,
        created_at timestamptz not null default now(),
        last_used_at timestamptz
      )`);
    this.addSql(`create index passkeys_account_id_index on passkeys (account_id)`);
    this.addSql(`
      create table passkey_handles (
        account_id bigint primary key references accounts (id) on delete cascade,
        handle text not null constraint passkey_handles_handle_unique unique
      )`);
    this.addSql(`
      create table passkey_challenges (
        challenge_hash bytea primary key,
        purpose text not null constraint passkey_challenges_purpose_check check (purpose in ('add', 'sign-in', 'prove')),
        session_id uuid,
        expires_at timestamptz not null,
        constraint passkey_challenges_session_check check ((session_id is null) = (purpose = 'sign-in'))
      )`);
    this.addSql(`create index passkey_challenges_expires_at_index on passkey_challenges (expires_at)`);
  }

  override down(): void {
    this.addSql(`drop table passkey_challenges, passkey_handles, passkeys`);
  }
}
