import { Migration } from '@mikro-orm/migrations';

/** Notifications with unread counts and preferences, the facts they are made of, and fan-outs to many users. */
export class Migration20261121030000 extends Migration {
  override up(): void {
    // `named_votes`: number of votes when voters were last drawn. Votes from before this version make no notification.
    this.addSql(
      `alter table poll_activity
         add column question text, add column named_votes bigint not null default 0, set (fillfactor = 70)`,
    );
    this.addSql(`update poll_activity set named_votes = votes`);
    // A like may arrive before anything is known of its poll.
    this.addSql(`alter table poll_likes_seen drop constraint poll_likes_seen_poll_id_fkey`);
    this.addSql(`
      create table follows_seen (
        followed_id bigint not null,
        follower_id bigint not null,
        created_at timestamptz not null default now(),
        primary key (followed_id, follower_id)
      )`);
    this.addSql(`
      create table comments (
        comment_id bigint primary key,
        poll_id bigint not null,
        user_id bigint not null,
        -- Null for a deleted comment; the row stays so that a creation that arrives later is ignored.
        content text,
        created_at timestamptz(3) not null
      )`);
    this.addSql(`create index comments_poll_index on comments (poll_id, comment_id)`);

    // Events that no notification shows yet. Consumers only insert, so they never wait for each other.
    this.addSql(`
      create table notice_changes (
        id bigint generated always as identity primary key,
        recipient_id bigint not null,
        kind text not null,
        object_id bigint not null,
        actor_id bigint,
        comment_id bigint,
        amount integer not null default 1,
        occurred_at timestamptz(3) not null,
        created_at timestamptz not null default now(),
        due_at timestamptz not null default now()
      ) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.1)`);
    this.addSql(`create index notice_changes_group_index on notice_changes (recipient_id, kind, object_id)`);
    this.addSql(`create index notice_changes_due_index on notice_changes (due_at)`);
    this.addSql(`create index notice_changes_object_index on notice_changes (object_id)`);

    // `seq` numbers the notifications of one recipient; those above the last number read are unread.
    this.addSql(`
      create table notices (
        id bigint generated always as identity primary key,
        recipient_id bigint not null,
        kind text not null,
        object_id bigint not null,
        poll_id bigint,
        actor_id bigint,
        comment_id bigint,
        count integer not null default 1 check (count > 0),
        seq bigint not null,
        created_at timestamptz not null default now(),
        updated_at timestamptz(3) not null,
        folded_at timestamptz not null default now(),
        unique (recipient_id, kind, object_id)
      ) with (fillfactor = 85)`);
    this.addSql(`create index notices_list_index on notices (recipient_id, updated_at desc, id desc)`);
    this.addSql(`create index notices_poll_index on notices (poll_id) where poll_id is not null`);
    this.addSql(`
      create table unread_counts (
        user_id bigint primary key,
        count integer not null default 0 check (count >= 0),
        seq bigint not null default 0,
        read_seq bigint not null default 0
      ) with (fillfactor = 70)`);
    this.addSql(`
      create table preferences (
        user_id bigint primary key,
        in_app_off text[] not null default '{}',
        push_off text[] not null default '{}',
        name_in_votes boolean not null default true
      )`);
    this.addSql(`create sequence test_notices`);
    this.addSql(`
      create table fan_outs (
        kind text not null check (kind in ('poll_ended', 'new_poll')),
        poll_id bigint not null,
        author_id bigint not null,
        occurred_at timestamptz(3) not null,
        -- All users up to this id have been notified.
        after_id bigint not null default 0,
        done boolean not null default false,
        attempts integer not null default 0,
        due_at timestamptz not null default now(),
        primary key (kind, poll_id)
      )`);
    this.addSql(`create index fan_outs_due_index on fan_outs (due_at) where not done`);

    // Every statement of this service finds its rows by key. Outdated statistics must not turn that into scans.
    for (const setting of ['enable_mergejoin', 'enable_seqscan'])
      this.addSql(
        `do $$ begin
           execute format('alter role %I in database %I set ${setting} = off', current_user, current_database());
         end $$`,
      );
  }

  override down(): void {
    for (const setting of ['enable_mergejoin', 'enable_seqscan'])
      this.addSql(
        `do $$ begin
           execute format('alter role %I in database %I reset ${setting}', current_user, current_database());
         end $$`,
      );
    this.addSql(`drop table fan_outs, preferences, unread_counts, notices, notice_changes, comments, follows_seen`);
    this.addSql(`drop sequence test_notices`);
    this.addSql(
      `delete from poll_likes_seen l where not exists (select from poll_activity a where a.poll_id = l.poll_id)`,
    );
    this.addSql(
      `alter table poll_likes_seen
         add constraint poll_likes_seen_poll_id_fkey foreign key (poll_id) references poll_activity (poll_id)`,
    );
    this.addSql(`alter table poll_activity drop column question, drop column named_votes, reset (fillfactor)`);
  }
}
