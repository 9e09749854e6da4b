import { Migration } from '@mikro-orm/migrations';

/** A viewer's filter says whether it still hides anything. */
export class Migration20261122235000 extends Migration {
  override up(): void {
    this.addSql(`alter table viewer_filters add column active boolean not null default true`);
  }

  override down(): void {
    this.addSql(`alter table viewer_filters drop column active`);
  }
}
