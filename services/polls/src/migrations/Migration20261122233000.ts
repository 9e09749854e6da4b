import { Migration } from '@mikro-orm/migrations';
import { CREATE_PURGED_USERS } from '@inkling/platform';

/** People whose data was removed. */
export class Migration20261122233000 extends Migration {
  override up(): void {
    for (const statement of CREATE_PURGED_USERS) this.addSql(statement);
  }

  override down(): void {
    this.addSql('drop table purged_users');
  }
}
