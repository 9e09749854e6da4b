import { Migration } from '@mikro-orm/migrations';

/** Accounts, sessions with their refresh tokens, rate limits. */
export class Migration20261121000000 extends Migration {
  override up(): void {
    this.addSql(`
      create table accounts (
        id bigint generated always as identity primary key,
        email text not null,
        email_key text not null constraint accounts_email_key_unique unique,
        password_hash text,
        name text not null,
        username text,
        username_key text constraint accounts_username_key_unique unique,
        profile_picture text,
        has_completed_profile boolean not null default false,
        email_verified boolean not null default false,
        version integer not null default 1,
        created_at timestamptz not null default now(),
        constraint accounts_complete_check check (not has_completed_profile or username is not null),
        constraint accounts_username_check check ((username is null) = (username_key is null))
      )`);
    this.addSql(`
      create table sessions (
        id uuid primary key,
        account_id bigint not null references accounts (id) on delete cascade,
        user_agent text not null,
        created_at timestamptz not null default now(),
        last_used_at timestamptz not null default now(),
        revoked_at timestamptz,
        reason text,
        constraint sessions_reason_check check ((revoked_at is null) = (reason is null))
      )`);
    this.addSql(`create index sessions_account_id_index on sessions (account_id)`);
    this.addSql(`create index sessions_last_used_at_index on sessions (last_used_at)`);
    this.addSql(`create index sessions_revoked_at_index on sessions (revoked_at) where revoked_at is not null`);
    this.addSql(`
      create table refresh_tokens (
        token_hash bytea primary key,
        session_id uuid not null references sessions (id) on delete cascade,
        created_at timestamptz not null default now(),
        expires_at timestamptz not null,
        used_at timestamptz
      )`);
    this.addSql(`create index refresh_tokens_session_id_index on refresh_tokens (session_id)`);
    this.addSql(`create index refresh_tokens_expires_at_index on refresh_tokens (expires_at)`);
    this.addSql(`create table rate_limits (key text primary key, points integer not null default 0, expire bigint)`);
    this.addSql(`create index rate_limits_expire_index on rate_limits (expire)`);
  }

  override down(): void {
    this.addSql(`drop table rate_limits, refresh_tokens, sessions, accounts`);
  }
}
