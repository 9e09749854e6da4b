import { Migration } from '@mikro-orm/migrations';

/** Reports, the cases that gather them, what flagged a case, and figures by day. */
export class Migration20261123011000 extends Migration {
  override up(): void {
    this.addSql(`
      create table cases (
        id bigint generated always as identity primary key,
        object_kind text not null,
        object_id bigint not null,
        author_id bigint,
        excerpt text not null default '',
        snapshot jsonb,
        opened_at timestamptz not null default clock_timestamp(),
        reports_count integer not null default 0,
        rule integer,
        rule_text text,
        flagged boolean not null default false,
        taken_by bigint,
        taken_until timestamptz,
        decided_at timestamptz,
        outcome text
      )`);
    this.addSql('create unique index cases_open_index on cases (object_kind, object_id) where decided_at is null');
    this.addSql('create index cases_queue_index on cases (id) where decided_at is null');
    this.addSql('create index cases_flagged_index on cases (id) where decided_at is null and flagged');
    this.addSql('create index cases_object_index on cases (object_kind, object_id, id)');
    this.addSql('create index cases_author_index on cases (author_id, id) where author_id is not null');
    this.addSql('create index cases_taken_index on cases (taken_by) where taken_by is not null');
    this.addSql('create index cases_opened_index on cases (opened_at)');
    this.addSql('create index cases_decided_index on cases (decided_at) where decided_at is not null');
    this.addSql(`
      create table reports (
        id bigint generated always as identity primary key,
        case_id bigint not null references cases (id),
        object_kind text not null,
        object_id bigint not null,
        reporter_id bigint,
        rule integer,
        rule_text text,
        words text,
        created_at timestamptz not null default clock_timestamp(),
        constraint reports_once unique (reporter_id, object_kind, object_id)
      )`);
    this.addSql('create index reports_case_index on reports (case_id, id)');
    this.addSql('create index reports_created_index on reports (created_at)');
    this.addSql(`
      create table case_flags (
        case_id bigint not null references cases (id),
        kind text not null,
        detail text not null,
        at timestamptz not null default clock_timestamp(),
        primary key (case_id, kind)
      )`);
    this.addSql(`
      create table flag_windows (
        person_id bigint not null,
        kind text not null,
        count integer not null,
        ends_at timestamptz not null,
        primary key (person_id, kind)
      )`);
    this.addSql('create index flag_windows_end_index on flag_windows (ends_at)');
    this.addSql(`
      create table daily_figures (
        day text not null,
        figure text not null,
        count bigint not null,
        primary key (day, figure)
      )`);
  }

  override down(): void {
    for (const table of ['daily_figures', 'flag_windows', 'case_flags', 'reports', 'cases'])
      this.addSql(`drop table ${table}`);
  }
}
