import { Migration } from '@mikro-orm/migrations';

/** A person's comments, for their export. */
export class Migration20261122214000 extends Migration {
  override up(): void {
    this.addSql('create index if not exists comments_user_index on comments (user_id, id)');
  }

  override down(): void {
    this.addSql('drop index comments_user_index');
  }
}
