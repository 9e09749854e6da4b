import { Migration } from '@mikro-orm/migrations';
import { CREATE_USED_WORK } from '@inkling/platform';

/** The proofs of work that were used. */
export class Migration20261123050000 extends Migration {
  override up(): void {
    for (const statement of CREATE_USED_WORK) this.addSql(statement);
  }

  override down(): void {
    this.addSql('drop table used_work');
  }
}
