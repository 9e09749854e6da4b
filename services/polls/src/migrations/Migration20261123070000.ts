import { Migration } from '@mikro-orm/migrations';

/** The author of a poll can switch its comments off. */
export class Migration20261123070000 extends Migration {
  override up(): void {
    this.addSql('alter table polls add column comments_off boolean not null default false');
  }

  override down(): void {
    this.addSql('alter table polls drop column comments_off');
  }
}
