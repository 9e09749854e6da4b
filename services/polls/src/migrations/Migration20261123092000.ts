import { Migration } from '@mikro-orm/migrations';

/** The winner of a ranked poll, once its run-off is decided. */
export class Migration20261123092000 extends Migration {
  override up(): void {
    this.addSql('alter table polls add column winner smallint');
  }

  override down(): void {
    this.addSql('alter table polls drop column winner');
  }
}
