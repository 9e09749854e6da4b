import { Migration } from '@mikro-orm/migrations';

/**
 * Stores all labels in one column, so that a new label needs no migration here. The previous release's code still writes
 * the four old columns. Rows that it wrote keep `labels` null: nothing reads them, so no update locks the table.
 */
export class Migration20261122110000 extends Migration {
  override up(): void {
    this.addSql(`alter table classifications add column labels jsonb, alter column topics set default '{}'`);
  }

  override down(): void {
    this.addSql('alter table classifications drop column labels, alter column topics drop default');
  }
}
