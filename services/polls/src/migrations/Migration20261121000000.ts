import { Migration } from '@mikro-orm/migrations';

/** Polls with their tallies, votes, likes and saves, the projection of authors, and activity for trending. */
export class Migration20261121000000 extends Migration {
  override up(): void {
    this.addSql(`
      create table authors (
        user_id bigint primary key,
        name text,
        username text,
        profile_picture text,
        version integer not null default 0,
        polls_count integer not null default 0 constraint authors_polls_count_check check (polls_count >= 0)
      ) with (fillfactor = 80)`);
    this.addSql(`
      create table polls (
        id bigint generated always as identity primary key,
        author_id bigint not null references authors (user_id),
        question text not null,
        options text[] not null constraint polls_options_check check (cardinality(options) between 2 and 6),
        media text,
        end_date timestamptz,
        show_results_before_voting boolean not null default false,
        created_at timestamptz not null default now(),
        deleted_at timestamptz
      )`);
    this.addSql(`create index polls_live_index on polls (id) where deleted_at is null`);
    this.addSql(`create index polls_author_index on polls (author_id, id) where deleted_at is null`);

    // A tally lives exactly as long as its poll is visible. Deleting the poll deletes it, and a vote that waits for its
    // lock then finds nothing. Half of each page stays free and there is no other index, so every update is heap-only.
    this.addSql(`
      create table poll_counters (
        poll_id bigint primary key references polls (id) on delete cascade,
        votes integer[] not null,
        votes_count integer not null default 0,
        likes_count integer not null default 0 constraint poll_counters_likes_check check (likes_count >= 0),
        comments_count integer not null default 0 constraint poll_counters_comments_check check (comments_count >= 0),
        version integer not null default 0
      ) with (
        fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 500,
        autovacuum_vacuum_cost_delay = 0
      )`);

    // No foreign key, which would cost a lock on the poll per vote. The inserting statement holds the tally's lock, so
    // a vote never outlives its poll.
    this.addSql(`
      create table votes (
        poll_id bigint not null,
        user_id bigint not null,
        option_index smallint not null,
        created_at timestamptz not null default now(),
        primary key (poll_id, user_id)
      ) with (autovacuum_vacuum_insert_scale_factor = 0.1, autovacuum_analyze_scale_factor = 0.2)`);
    // The condition is always true, and only the lists state it. A look-up by poll and user can therefore never be
    // planned through this index. With one very popular poll it would look as good as the primary key, and be slow for
    // frequent voters.
    this.addSql(`create index votes_user_index on votes (user_id, created_at, poll_id) where created_at > '-infinity'`);

    for (const table of ['likes', 'saves']) {
      this.addSql(`
        create table ${table} (
          poll_id bigint not null references polls (id) on delete cascade,
          user_id bigint not null,
          created_at timestamptz not null default now(),
          primary key (poll_id, user_id)
        )`);
    }
    this.addSql(`create index saves_user_index on saves (user_id, created_at, poll_id) where created_at > '-infinity'`);

    // Log-scaled forward decay: scores need no update as time passes.
    this.addSql(`
      create table poll_activity (
        poll_id bigint primary key references polls (id) on delete cascade,
        score double precision not null
      ) with (fillfactor = 80)`);
    this.addSql(`create index poll_activity_score_index on poll_activity (score desc)`);

    // Every statement of this service finds its rows by key. A very popular poll skews the statistics, and a table may
    // grow by thousands of rows between two analyses: plans then flip to reading whole tables. These settings keep them
    // on the indexes; open sessions get them when they reconnect.
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
    this.addSql(`drop table poll_activity, saves, likes, votes, poll_counters, polls, authors`);
  }
}
