import { Migration } from '@mikro-orm/migrations';

/** What moderators tell people, and polls that they hide. */
export class Migration20261123020000 extends Migration {
  override up(): void {
    this.addSql(`
      alter table poll_activity add column hidden boolean not null default false,
        add column moderation_version integer not null default 0`);
    this.addSql(`
      create table moderation_notices (
        notice_id bigint primary key,
        notification_id bigint not null unique references notices (id) on delete cascade,
        content jsonb not null
      )`);
  }

  override down(): void {
    this.addSql(`drop table moderation_notices`);
    this.addSql(`alter table poll_activity drop column hidden, drop column moderation_version`);
  }
}
