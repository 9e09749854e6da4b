import { Migration } from '@mikro-orm/migrations';

/** Settings and pages in versions, who has accepted which terms, and announcements. */
export class Migration20261123040000 extends Migration {
  override up(): void {
    this.addSql(`
      create table settings (
        version integer not null primary key,
        settings jsonb not null,
        changed_at timestamptz not null default clock_timestamp(),
        changed_by bigint
      )`);
    this.addSql(`
      create table pages (
        kind text not null,
        version integer not null,
        text_en text,
        text_de text,
        summary text,
        published_at timestamptz not null default clock_timestamp(),
        published_by bigint,
        primary key (kind, version)
      )`);
    this.addSql(`
      create table terms_acceptances (
        user_id bigint not null,
        version integer not null,
        accepted_at timestamptz not null default clock_timestamp(),
        primary key (user_id, version)
      )`);
    this.addSql('create index terms_acceptances_version_index on terms_acceptances (version)');
    this.addSql(`
      create table announcements (
        id bigint generated always as identity primary key,
        title text not null,
        text text,
        level text not null,
        starts_at timestamptz not null default clock_timestamp(),
        ends_at timestamptz,
        announced_by bigint
      )`);
  }

  override down(): void {
    for (const table of ['announcements', 'terms_acceptances', 'pages', 'settings']) this.addSql(`drop table ${table}`);
  }
}
