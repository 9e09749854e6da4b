import { Migration } from '@mikro-orm/migrations';

/** Invitations with the places that they gave, and people who ask to join. */
export class Migration20261123050000 extends Migration {
  override up(): void {
    this.addSql(`
      create table invitations (
        id bigint generated always as identity primary key,
        code text not null,
        code_key text not null constraint invitations_code_key_unique unique,
        maker_id bigint,
        from_operator boolean not null,
        uses integer not null,
        created_at timestamptz not null default now(),
        until timestamptz,
        withdrawn_at timestamptz
      )`);
    this.addSql('create index invitations_maker_index on invitations (maker_id, id) where maker_id is not null');
    this.addSql(`
      create table invitation_uses (
        key uuid primary key,
        invitation_id bigint not null references invitations (id) on delete cascade,
        reserved_at timestamptz not null default now(),
        taken_at timestamptz,
        user_id bigint
      )`);
    this.addSql('create index invitation_uses_invitation_index on invitation_uses (invitation_id)');
    this.addSql('create index invitation_uses_undecided_index on invitation_uses (reserved_at) where taken_at is null');
    this.addSql('create index invitation_uses_user_index on invitation_uses (user_id) where user_id is not null');
    this.addSql(`
      create table sign_up_requests (
        user_id bigint primary key,
        state text not null default 'waiting'
          constraint sign_up_requests_state_check check (state in ('waiting', 'approved', 'refused')),
        email text,
        answer text,
        requested_at timestamptz not null,
        decided_at timestamptz
      )`);
    this.addSql(
      `create index sign_up_requests_waiting_index on sign_up_requests (requested_at, user_id) where state = 'waiting'`,
    );
  }

  override down(): void {
    this.addSql('drop table invitation_uses, invitations, sign_up_requests');
  }
}
