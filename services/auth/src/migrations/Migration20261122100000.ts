import { Migration } from '@mikro-orm/migrations';

/** Accounts of probes, which no event announces to other services. */
export class Migration20261122100000 extends Migration {
  override up(): void {
    this.addSql('alter table accounts add column probe boolean not null default false');
  }

  override down(): void {
    this.addSql('alter table accounts drop column probe');
  }
}
