import { Migration } from '@mikro-orm/migrations';

/** Polls of the probe (ADR 21), which no list shows. */
export class Migration20261122100000 extends Migration {
  override up(): void {
    this.addSql('alter table polls add column unlisted boolean not null default false');
  }

  override down(): void {
    this.addSql('alter table polls drop column unlisted');
  }
}
