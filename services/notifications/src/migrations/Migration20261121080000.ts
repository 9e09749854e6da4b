import { Migration } from '@mikro-orm/migrations';

/**
 * Devices know the session in which they were registered, and go with it. Those from before have none, until they come
 * back.
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
