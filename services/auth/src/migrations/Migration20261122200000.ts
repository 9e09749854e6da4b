import { Migration } from '@mikro-orm/migrations';

/** When a session last proved who uses it, and what an account may do beyond its own affairs. */
export class Migration20261122200000 extends Migration {
  override up(): void {
    // Without a default: sessions from before have proved nothing lately.
    this.addSql('alter table sessions add column proved_at timestamptz');
    this.addSql(`
      alter table accounts add column role text not null default 'member'
        constraint accounts_role_check check (role in ('member', 'moderator', 'administrator'))`);
  }

  override down(): void {
    this.addSql('alter table sessions drop column proved_at');
    this.addSql('alter table accounts drop column role');
  }
}
