import { Migration } from '@mikro-orm/migrations';

/** The tally of each poll at the last draw of voters; the next draw compares with it (ADR 5). */
export class Migration20261122030000 extends Migration {
  override up(): void {
    // References polls and not `poll_counters`, where the foreign key would wait for every batch of votes.
    this.addSql(`
      create table voter_draws (
        poll_id bigint primary key references polls (id) on delete cascade,
        votes integer[] not null
      ) with (fillfactor = 70)`);
  }

  override down(): void {
    this.addSql('drop table voter_draws');
  }
}
