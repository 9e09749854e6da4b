import { Migration } from '@mikro-orm/migrations';

/**
 * Names in order, to find those that begin as what is typed. It is built in about a second per million users, who can
 * be searched meanwhile.
 */
export class Migration20261121050000 extends Migration {
  override up(): void {
    this.addSql(`create index user_documents_name_index on user_documents (name_text collate "C")`);
  }

  override down(): void {
    this.addSql(`drop index user_documents_name_index`);
  }
}
