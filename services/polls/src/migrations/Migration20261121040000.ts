import { Migration } from '@mikro-orm/migrations';

/** An index of a user's latest likes, from which recommendations are made. */
export class Migration20261121040000 extends Migration {
  override up(): void {
    // As with votes, no look-up by poll and user states the condition, so none can be planned through this index.
    this.addSql(`create index likes_user_index on likes (user_id, created_at, poll_id) where created_at > '-infinity'`);
  }

  override down(): void {
    this.addSql('drop index likes_user_index');
  }
}
