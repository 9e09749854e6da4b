import { Migration } from '@mikro-orm/migrations';
import { CREATE_RESTRICTED_AUTHORS } from '@inkling/platform';

/** Authors whose things are for their followers alone, and these followers. */
export class Migration20261123100000 extends Migration {
  override up(): void {
    for (const statement of CREATE_RESTRICTED_AUTHORS) this.addSql(statement);
  }

  override down(): void {
    this.addSql('drop table audience_follows, restricted_authors');
  }
}
