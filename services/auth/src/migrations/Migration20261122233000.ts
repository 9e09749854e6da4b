import { Migration } from '@mikro-orm/migrations';

/** Deletions of accounts, and the services that have confirmed them. */
export class Migration20261122233000 extends Migration {
  override up(): void {
    // Without a reference to the account, which is gone when the deletion has begun.
    this.addSql(`
      create table account_deletions (
        account_id bigint primary key,
        polls text not null constraint account_deletions_polls_check check (polls in ('delete', 'anonymous')),
        requested_at timestamptz not null default now(),
        due_at timestamptz not null,
        request_mail_id uuid default gen_random_uuid(),
        started_at timestamptz,
        settled_at timestamptz,
        announced_at timestamptz,
        finished_at timestamptz,
        email text,
        email_verified boolean not null default false,
        name text,
        done_mail_id uuid not null default gen_random_uuid(),
        session_ids uuid[] not null default '{}',
        constraint account_deletions_state_check check (
          (started_at is null) = (settled_at is null) and (started_at is null) = (announced_at is null)
            and (finished_at is null or started_at is not null and email is null and name is null)
        )
      )`);
    this.addSql(`create index account_deletions_pending_index on account_deletions (due_at) where started_at is null`);
    this.addSql(
      `create index account_deletions_running_index on account_deletions (started_at)
         where started_at is not null and finished_at is null`,
    );
    this.addSql(`
      create table account_deletion_confirmations (
        account_id bigint not null references account_deletions (account_id) on delete cascade,
        service text not null,
        confirmed_at timestamptz not null default now(),
        primary key (account_id, service)
      )`);
  }

  override down(): void {
    this.addSql('drop table account_deletion_confirmations, account_deletions');
  }
}
