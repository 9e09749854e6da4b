import { Migration } from '@mikro-orm/migrations';

/** Polls that moderators hide leave the index, and may come back. */
export class Migration20261123020000 extends Migration {
  override up(): void {
    this.addSql(`
      alter table poll_documents add column hidden boolean not null default false,
        add column moderation_version integer not null default 0`);
  }

  override down(): void {
    this.addSql(`alter table poll_documents drop column hidden, drop column moderation_version`);
  }
}
