import { Migration } from '@mikro-orm/migrations';

/** Quotas of networks. A lease names the networks that its call was charged to. */
export class Migration20261122073000 extends Migration {
  override up(): void {
    this.addSql(
      'create table network_quotas (day date, network text, calls integer not null, primary key (day, network))',
    );
    this.addSql(`alter table leases add column networks text[] not null default '{}'`);
  }

  override down(): void {
    this.addSql('alter table leases drop column networks');
    this.addSql('drop table network_quotas');
  }
}
