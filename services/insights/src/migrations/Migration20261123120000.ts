import { Migration } from '@mikro-orm/migrations';

/** Polls for followers, whose Deep Dive is not shown while nobody knows who follows. */
export class Migration20261123120000 extends Migration {
  override up(): void {
    this.addSql('alter table polls add column for_followers boolean not null default false');
  }

  override down(): void {
    this.addSql('alter table polls drop column for_followers');
  }
}
