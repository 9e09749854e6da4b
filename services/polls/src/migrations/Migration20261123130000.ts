import { Migration } from '@mikro-orm/migrations';

/** Who asked to be told the result of which poll (docs/product.md#the-result). */
export class Migration20261123130000 extends Migration {
  override up(): void {
    this.addSql(`
      create table reminders (
        poll_id bigint not null references polls (id) on delete cascade,
        user_id bigint not null,
        created_at timestamptz not null default now(),
        primary key (poll_id, user_id)
      )`);
    // With the same condition as the one of saves, for the same reason.
    this.addSql(
      `create index reminders_user_index on reminders (user_id, created_at, poll_id) where created_at > '-infinity'`,
    );
  }

  override down(): void {
    this.addSql(`drop table reminders`);
  }
}
