import { Migration } from '@mikro-orm/migrations';

/** The language of a poll's words. */
export class Migration20261122120000 extends Migration {
  override up(): void {
    this.addSql('alter table polls add column language text');
  }

  override down(): void {
    this.addSql('alter table polls drop column language');
  }
}
