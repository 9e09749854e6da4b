import { Migration } from '@mikro-orm/migrations';

/** Silenced people: the strip 'Recent Polls' shows them only to followers. */
export class Migration20261123100000 extends Migration {
  override up(): void {
    this.addSql(
      `create table silenced_people (
        user_id bigint primary key, silenced boolean not null, version integer not null
      )`,
    );
    this.addSql(`create index silenced_people_silenced_index on silenced_people (user_id) where silenced`);
  }

  override down(): void {
    this.addSql(`drop table silenced_people`);
  }
}
