import { ORDERS, orderAt } from '@inkling/contracts';
import { Migration } from '@mikro-orm/migrations';

/** Methods of voting, sealed polls, quizzes, abstentions and audiences (ADR 35). */
export class Migration20261123090000 extends Migration {
  override up(): void {
    this.addSql(`
      alter table polls
        add column method text not null default 'single' check (method in ('single', 'multiple', 'ranked')),
        add column min_choices smallint not null default 1,
        add column max_choices smallint not null default 1,
        add column sealed boolean not null default false,
        add column shuffled boolean not null default false,
        add column quiz_answer smallint,
        add column quiz_explanation text,
        add column option_images json,
        add column visibility text not null default 'public' check (visibility in ('public', 'unlisted', 'followers'))`);
    for (const table of ['poll_counters', 'moderated_counters'])
      this.addSql(`
        alter table ${table}
          add column abstentions_count integer not null default 0,
          add column counted_votes integer,
          add column closed boolean not null default false`);
    // Null in sealed polls, whose choices are not stored with the voter.
    this.addSql(`alter table votes alter column option_index drop not null`);
    // Like tallies, without a foreign key and with free space, so that counting touches no index.
    this.addSql(`
      create table ballot_counts (
        poll_id bigint not null,
        choice smallint not null,
        n integer not null,
        shown integer not null default 0 constraint ballot_counts_shown_check check (shown between 0 and n),
        primary key (poll_id, choice)
      ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0)`);
    this.addSql(`
      create table sealed_changes (poll_id bigint primary key)
      with (autovacuum_vacuum_threshold = 500, autovacuum_vacuum_cost_delay = 0)`);
    // Reads that build JSON in SQL look the choices of a ranked ballot up here.
    this.addSql(`create table ballot_orders (place smallint primary key, choices text not null)`);
    const orders = Array.from({ length: ORDERS }, (_, place) => `(${place}, '${JSON.stringify(orderAt(place))}')`);
    this.addSql(`insert into ballot_orders (place, choices) values ${orders.join(', ')}`);
  }

  override down(): void {
    this.addSql(`drop table ballot_orders, sealed_changes, ballot_counts`);
    this.addSql(`delete from votes where option_index is null or option_index < 0`);
    this.addSql(`alter table votes alter column option_index set not null`);
    for (const table of ['poll_counters', 'moderated_counters'])
      this.addSql(`alter table ${table} drop column abstentions_count, drop column counted_votes, drop column closed`);
    this.addSql(`
      alter table polls drop column method, drop column min_choices, drop column max_choices, drop column sealed,
        drop column shuffled, drop column quiz_answer, drop column quiz_explanation, drop column option_images,
        drop column visibility`);
  }
}
