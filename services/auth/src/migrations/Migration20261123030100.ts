import { Migration } from '@mikro-orm/migrations';

/** Whether a person is silenced, for moderators and administrators. */
export class Migration20261123030100 extends Migration {
  override up(): void {
    this.addSql(`alter table moderated_people add column silenced boolean not null default false`);
  }

  override down(): void {
    this.addSql(`alter table moderated_people drop column silenced`);
  }
}
