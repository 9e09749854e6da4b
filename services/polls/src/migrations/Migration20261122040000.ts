import { Migration } from '@mikro-orm/migrations';

/** Users by username, for mentions in comments. */
export class Migration20261122040000 extends Migration {
  override up(): void {
    this.addSql(
      'create index authors_username_index on authors (lower(normalize(username, NFKC))) where username is not null',
    );
  }

  override down(): void {
    this.addSql('drop index authors_username_index');
  }
}
