import { Migration } from '@mikro-orm/migrations';

/** Until when a person is suspended, as moderators last decided. */
export class Migration20261123030000 extends Migration {
  override up(): void {
    this.addSql(`alter table profiles
      add column suspended_until timestamptz,
      add column moderation_version integer not null default 0`);
  }

  override down(): void {
    this.addSql('alter table profiles drop column suspended_until, drop column moderation_version');
  }
}
