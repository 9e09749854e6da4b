import { ADD_ASKING_FOLLOWERS } from '@inkling/platform';
import { Migration } from '@mikro-orm/migrations';

/** Authors who have asked polls for their followers alone. */
export class Migration20261123120000 extends Migration {
  override up(): void {
    for (const statement of ADD_ASKING_FOLLOWERS) this.addSql(statement);
    // Other people see a profile without these, and the feed leaves them out.
    this.addSql(`create index polls_not_public_index on polls (author_id, id) where visibility <> 'public'`);
  }

  override down(): void {
    this.addSql(`drop index polls_not_public_index`);
    this.addSql(`alter table restricted_authors drop column asks_followers, drop column copied_from`);
  }
}
