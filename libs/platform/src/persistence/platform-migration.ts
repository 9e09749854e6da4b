import { Migration } from '@mikro-orm/migrations';

/** Tables that every service has in its own schema: what it sends, what it has taken in, and what it gave up on. */
export class PlatformMigration20261121000000 extends Migration {
  override up(): void {
    this.addSql(`create table outbox (
      id bigint generated always as identity primary key,
      event_id uuid not null,
      subject text not null,
      payload text not null,
      created_at timestamptz not null default clock_timestamp(),
      published_at timestamptz
    ) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.1)`);
    this.addSql('create index outbox_unpublished on outbox (id) where published_at is null');
    this.addSql('create index outbox_created_at on outbox using brin (created_at)');
    this.addSql(`create table inbox (
      consumer text not null,
      event_id uuid not null,
      consumed_at timestamptz not null default clock_timestamp(),
      primary key (consumer, event_id)
    )`);
    this.addSql('create index inbox_consumed_at on inbox using brin (consumed_at)');
    this.addSql(`create table dead_letters (
      id bigint generated always as identity primary key,
      consumer text not null,
      event_id uuid,
      subject text not null,
      payload text not null,
      error text not null,
      attempts integer not null,
      created_at timestamptz not null default clock_timestamp(),
      replayed_at timestamptz
    )`);
  }

  override down(): void {
    this.addSql('drop table outbox, inbox, dead_letters');
  }
}
