import { Migration } from '@mikro-orm/migrations';

/**
 * A device belongs to the session in which it was registered, and is removed when that ends. Devices from before this
 * version have no session until they register again.
 */
export class Migration20261121080000 extends Migration {
  override up(): void {
    this.addSql('alter table push_tokens add column session_id uuid');
    this.addSql('create index push_tokens_session on push_tokens (session_id) where session_id is not null');
    this.addSql(
      'create table ended_sessions (session_id uuid primary key, ended_at timestamptz not null default now())',
    );
    this.addSql('create index ended_sessions_ended_at on ended_sessions (ended_at)');
  }

  override down(): void {
    this.addSql('drop table ended_sessions');
    this.addSql('drop index push_tokens_session');
    this.addSql('alter table push_tokens drop column session_id');
  }
}
