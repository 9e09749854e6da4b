import { Migration } from '@mikro-orm/migrations';

/** Polls for followers, whose notifications go with the follow. */
export class Migration20261123120000 extends Migration {
  override up(): void {
    this.addSql('alter table poll_activity add column for_followers boolean not null default false');
    this.addSql('create index poll_activity_followers_index on poll_activity (author_id) where for_followers');
  }

  override down(): void {
    this.addSql('alter table poll_activity drop column for_followers');
  }
}
