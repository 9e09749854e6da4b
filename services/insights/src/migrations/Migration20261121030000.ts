import { Migration } from '@mikro-orm/migrations';

/** Deep Dives with their leases and quotas; classifications, and the queue of polls to classify. */
export class Migration20261121030000 extends Migration {
  override up(): void {
    this.addSql(`
      create table deep_dives (
        poll_id bigint primary key,
        body text not null,
        sources text[] not null,
        model text not null,
        generated_at timestamptz not null default clock_timestamp()
      )`);
    // user_id and day say whose quota the call was charged to. The successor of a dead holder refunds it.
    this.addSql(`
      create table leases (
        poll_id bigint primary key,
        token uuid not null,
        user_id bigint not null,
        day date not null,
        expires_at timestamptz not null,
        failed boolean not null default false
      )`);
    this.addSql(
      'create table user_quotas (day date, user_id bigint, calls integer not null, primary key (day, user_id))',
    );
    this.addSql(
      'create table daily_calls (day date, purpose text, calls integer not null, primary key (day, purpose))',
    );
    this.addSql(`
      create table classifications (
        poll_id bigint primary key,
        topics text[] not null,
        mood text,
        context text,
        seasonality text,
        classifier text not null,
        version integer not null
      )`);
    this.addSql(`
      create table classification_queue (
        poll_id bigint primary key,
        queued_at timestamptz not null default clock_timestamp(),
        token uuid,
        taken_until timestamptz not null default '-infinity',
        attempts integer not null default 0
      )`);
    this.addSql('create index classification_queue_order on classification_queue (queued_at, poll_id)');
    this.addSql('insert into classification_queue (poll_id) select poll_id from polls where not deleted');
  }

  override down(): void {
    this.addSql('drop table deep_dives, leases, user_quotas, daily_calls, classifications, classification_queue');
  }
}
