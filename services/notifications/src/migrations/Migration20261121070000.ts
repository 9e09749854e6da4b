import { Migration } from '@mikro-orm/migrations';

/** Separate indexes for votes and other changes, so that a like is found at once however many votes wait before it. */
export class Migration20261121070000 extends Migration {
  override up(): void {
    this.addSql(`create index notice_changes_due_votes_index on notice_changes (due_at) where kind = 'vote'`);
    this.addSql(`create index notice_changes_due_others_index on notice_changes (due_at) where kind <> 'vote'`);
    this.addSql('drop index notice_changes_due_index');
  }

  override down(): void {
    this.addSql('create index notice_changes_due_index on notice_changes (due_at)');
    this.addSql('drop index notice_changes_due_votes_index, notice_changes_due_others_index');
  }
}
