import { Migration } from '@mikro-orm/migrations';

/** Topics that users want polls about. */
export class Migration20261122050000 extends Migration {
  override up(): void {
    this.addSql('create table chosen_topics (user_id bigint primary key, topics text[] not null)');
  }

  override down(): void {
    this.addSql('drop table chosen_topics');
  }
}
