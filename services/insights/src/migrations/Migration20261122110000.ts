import { Migration } from '@mikro-orm/migrations';

/** Labels in one column, so that a new label needs none. The four columns before it are for the last release's code. */
export class Migration20261122110000 extends Migration {
  override up(): void {
    this.addSql(`alter table classifications add column labels jsonb, alter column topics set default '{}'`);
    this.addSql(`
      update classifications set labels = jsonb_build_object(
        'topics', topics, 'mood', mood, 'context', context, 'seasonality', seasonality)`);
  }

  override down(): void {
    this.addSql('alter table classifications drop column labels, alter column topics drop default');
  }
}
