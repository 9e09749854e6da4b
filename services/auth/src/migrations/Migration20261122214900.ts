import { Migration } from '@mikro-orm/migrations';

/** Where accounts have signed in from, as keyed hashes. */
export class Migration20261122214900 extends Migration {
  override up(): void {
    this.addSql(`
      create table known_places (
        account_id bigint not null references accounts (id) on delete cascade,
        place_hash bytea not null,
        expires_at timestamptz not null,
        primary key (account_id, place_hash)
      )`);
    this.addSql(`create index known_places_expires_at_index on known_places (expires_at)`);
  }

  override down(): void {
    this.addSql(`drop table known_places`);
  }
}
