import { Migration } from '@mikro-orm/migrations';

/** What an account may do: the version of its rights, and its suspension. */
export class Migration20261123030000 extends Migration {
  override up(): void {
    this.addSql(`alter table accounts
      add column rights_version int not null default 0,
      add column rights_changed_at timestamptz`);
    this.addSql(
      `create index accounts_rights_changed_at_index on accounts (rights_changed_at) where rights_changed_at is not null`,
    );
    this.addSql(`create index accounts_role_index on accounts (role) where role <> 'member'`);
    this.addSql(`
      create table moderated_people (
        account_id bigint primary key references accounts (id) on delete cascade,
        version int not null,
        act_id bigint,
        suspended_until timestamptz,
        rule text,
        reason text,
        constraint moderated_people_act_check
          check (act_id is not null or suspended_until is null and rule is null and reason is null)
      )`);
  }

  override down(): void {
    this.addSql(`drop table moderated_people`);
    this.addSql(`alter table accounts drop column rights_version, drop column rights_changed_at`);
  }
}
