import { Migration } from '@mikro-orm/migrations';
import { CREATE_PURGED_USERS } from '@inkling/platform';

/** People whose data was removed, and the indexes by which a purge finds a person's rows. */
export class Migration20261122233000 extends Migration {
  override up(): void {
    for (const statement of CREATE_PURGED_USERS) this.addSql(statement);
    this.addSql('create index poll_documents_author_index on poll_documents (author_id)');
  }

  override down(): void {
    this.addSql('drop index poll_documents_author_index');
    this.addSql('drop table purged_users');
  }
}
