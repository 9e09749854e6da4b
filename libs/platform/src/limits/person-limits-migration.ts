import { Migration } from '@mikro-orm/migrations';

/** The table of a service's limits per person; the service's own migration extends this one. */
export class PersonLimitsMigration extends Migration {
  override up(): void {
    // Unlogged: a count costs no wait for the disk, and a crash of PostgreSQL only begins its windows again (ADR 25).
    this.addSql(`create unlogged table person_limits (
      user_id bigint not null,
      kind text not null,
      used integer not null,
      ends_at timestamptz not null,
      primary key (user_id, kind)
    ) with (fillfactor = 70)`);
  }

  override down(): void {
    this.addSql('drop table person_limits');
  }
}
