import { Migration } from '@mikro-orm/migrations';

/** How often polls were seen, and how many of their voters commented (docs/product.md#statistics). */
export class Migration20261123150000 extends Migration {
  override up(): void {
    // References polls and not `poll_counters`, where the foreign key would wait for every batch of votes.
    this.addSql(`
      create table poll_statistics (
        poll_id bigint primary key references polls (id) on delete cascade,
        page_views bigint not null default 0,
        feed_views bigint not null default 0,
        page_views_told bigint not null default 0,
        feed_views_told bigint not null default 0,
        views_hour timestamptz,
        commenters integer,
        commenting_voters integer
      ) with (fillfactor = 70)`);
  }

  override down(): void {
    this.addSql('drop table poll_statistics');
  }
}
