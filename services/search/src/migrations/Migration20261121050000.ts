import { Migration } from '@mikro-orm/migrations';

/** An index to find names that begin with a text. Building it takes about a second per million users. */
export class Migration20261121050000 extends Migration {
  override up(): void {
    this.addSql(`create index user_documents_name_index on user_documents (name_text collate "C")`);
  }

  override down(): void {
    this.addSql(`drop index user_documents_name_index`);
  }
}
