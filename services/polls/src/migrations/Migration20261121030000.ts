import { Migration } from '@mikro-orm/migrations';

/** Comments, media details, classifications, marks of trending polls, and ends to announce. */
export class Migration20261121030000 extends Migration {
  override up(): void {
    // `json` keeps the text as it was sent, so reads pass it on unchanged.
    this.addSql(`
      alter table polls
        add column media_info json,
        add column topics text[] not null default '{}',
        add column mood text,
        add column context text,
        add column seasonality text,
        add column classified_version integer not null default 0,
        add column trending boolean not null default false,
        set (fillfactor = 85)`);
    this.addSql(`create index polls_media_index on polls (media) where media is not null`);
    this.addSql(`create index polls_trending_index on polls (id) where trending`);

    this.addSql(`
      create table comments (
        id bigint generated always as identity primary key,
        poll_id bigint not null references polls (id) on delete cascade,
        user_id bigint not null,
        content text not null,
        created_at timestamptz not null default now()
      )`);
    this.addSql(`create index comments_poll_index on comments (poll_id, id)`);

    // A row for each end that has not been announced. A separate table stays small and causes no updates of polls.
    this.addSql(`
      create table due_ends (
        poll_id bigint primary key references polls (id) on delete cascade,
        end_date timestamptz not null
      )`);
    this.addSql(`create index due_ends_date_index on due_ends (end_date)`);
    // Of past ends only those of the last day: nobody wants a notification about older ones.
    this.addSql(`
      insert into due_ends (poll_id, end_date)
      select id, end_date from polls where deleted_at is null and end_date > now() - interval '1 day'`);
  }

  override down(): void {
    this.addSql(`drop table due_ends, comments`);
    this.addSql(`drop index polls_media_index, polls_trending_index`);
    this.addSql(`
      alter table polls
        drop column media_info, drop column topics, drop column mood, drop column context, drop column seasonality,
        drop column classified_version, drop column trending, reset (fillfactor)`);
  }
}
