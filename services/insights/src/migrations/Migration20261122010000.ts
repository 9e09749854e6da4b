import { Migration } from '@mikro-orm/migrations';

/** Deep Dives that consist of passages from articles. An empty body means that no article was found. */
export class Migration20261122010000 extends Migration {
  override up(): void {
    this.addSql(
      `alter table deep_dives
         add column kind text not null default 'ai',
         add column passages jsonb not null default '[]'`,
    );
  }

  override down(): void {
    this.addSql(`delete from deep_dives where kind <> 'ai'`);
    this.addSql('alter table deep_dives drop column kind, drop column passages');
  }
}
