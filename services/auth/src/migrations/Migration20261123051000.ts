import { Migration } from '@mikro-orm/migrations';

/** The settings of the instance, and how accounts came in: by an invitation, or still waiting for a moderator. */
export class Migration20261123051000 extends Migration {
  override up(): void {
    this.addSql(
      'create table instance_settings (id integer primary key, version integer not null, settings jsonb not null)',
    );
    this.addSql('alter table accounts add column invitation_key uuid, add column waiting_since timestamptz');
    this.addSql(
      'create index accounts_invitation_key_index on accounts (invitation_key) where invitation_key is not null',
    );
  }

  override down(): void {
    this.addSql('alter table accounts drop column invitation_key, drop column waiting_since');
    this.addSql('drop table instance_settings');
  }
}
