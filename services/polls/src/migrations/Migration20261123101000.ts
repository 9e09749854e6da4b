import { Migration } from '@mikro-orm/migrations';
import { CREATE_INSTANCE_SETTINGS } from '@inkling/platform';

/** Who may ask polls, and what that depends on. */
export class Migration20261123101000 extends Migration {
  override up(): void {
    this.addSql(CREATE_INSTANCE_SETTINGS);
    this.addSql(
      'alter table authors add column email_verified boolean not null default false, add column joined_at timestamptz',
    );
  }

  override down(): void {
    this.addSql('alter table authors drop column email_verified, drop column joined_at');
    this.addSql('drop table instance_settings');
  }
}
