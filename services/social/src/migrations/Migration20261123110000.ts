import { Migration } from '@mikro-orm/migrations';

/**
 * A moderator's decision may arrive before its poll, so a poll may have no time yet. PostgreSQL checks a row before it
 * finds that the key exists, so that the constraint refused every decision.
 */
export class Migration20261123110000 extends Migration {
  override up(): void {
    this.addSql(`alter table polls drop constraint polls_created_check`);
  }

  override down(): void {
    this.addSql(
      `alter table polls add constraint polls_created_check check (deleted or created_at is not null) not valid`,
    );
  }
}
