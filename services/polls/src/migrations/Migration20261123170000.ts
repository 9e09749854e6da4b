import { setTimeout as sleep } from 'node:timers/promises';
import { Migration } from '@mikro-orm/migrations';
import { VOTE_PARTITION_POLLS } from '../votes/vote-partition-size.js';

/** How long the change waits for a lock, and makes votes wait behind it, before it lets them through. */
const LOCK_MS = 250;
const PAUSE_MS = 2_000;
/** A backup or another long reader may hold the table; it goes on voting meanwhile. */
const TRIES = 300;
/** PostgreSQL's code for a lock that was not free in time. */
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Polls below the first boundary. It leaves room of at least half a partition above the newest poll, because from the
 * first step on the table takes no vote on a later one. An earlier attempt's boundary stays while it has half of that.
 */
const BOUND = `
  do $$
  declare
    newest bigint;
    boundary bigint;
  begin
    if (select relkind from pg_class where oid = 'votes'::regclass) = 'p' then return; end if;
    perform set_config('lock_timeout', '${LOCK_MS}ms', true);
    select greatest((select max(id) from polls), (select max(poll_id) from votes), 0) into newest;
    select (regexp_match(pg_get_constraintdef(oid), '(\\d+)'))[1]::bigint into boundary
      from pg_constraint where conrelid = 'votes'::regclass and conname = 'votes_below';
    if boundary >= newest + ${VOTE_PARTITION_POLLS / 4} then return; end if;
    lock table votes in access exclusive mode;
    alter table votes drop constraint if exists votes_below;
    boundary := ((newest + ${VOTE_PARTITION_POLLS / 2}) / ${VOTE_PARTITION_POLLS} + 1) * ${VOTE_PARTITION_POLLS};
    execute format('alter table votes add constraint votes_below check (poll_id < %s::bigint) not valid', boundary);
  end $$`;

/** Reads the whole table, beside everything else that reads and writes it. */
const VALIDATE = `
  do $$ begin
    if (select relkind from pg_class where oid = 'votes'::regclass) = 'r' then
      alter table votes validate constraint votes_below;
    end if;
  end $$`;

/**
 * Creates partitions until two whole ones lie above the newest poll, and returns how many polls there is room for above
 * it. A table is made on its own and then attached, which votes do not wait for; `create table ... partition of` would
 * lock them out. Replicas wait for each other.
 */
const CREATE_AHEAD = `
  create or replace function create_vote_partitions(polls_each bigint) returns bigint
  language plpgsql security definer as $function$
  declare
    newest bigint;
    boundary bigint;
    settings text;
  begin
    perform pg_advisory_xact_lock(hashtextextended('vote-partitions', 0));
    select coalesce(max(id), 0) into newest from polls;
    select (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \\(''(\\d+)''\\)'))[1]::bigint as upper,
        array_to_string(c.reloptions, ', ')
      into boundary, settings
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'votes'::regclass order by upper desc limit 1;
    while boundary <= newest + 2 * polls_each loop
      execute format('create table votes_%s (like votes including all) %s', boundary, 'with (' || settings || ')');
      execute format('alter table votes attach partition votes_%s for values from (%s) to (%s)',
        boundary, boundary, boundary + polls_each);
      boundary := boundary + polls_each;
    end loop;
    return boundary - newest;
  end $function$`;

/** Whoever calls it means the tables beside it, and the new ones get the same owner. */
const IN_ITS_SCHEMA = `
  do $$ begin
    execute format('alter function create_vote_partitions(bigint) set search_path = %I', current_schema());
  end $$`;

/** The table becomes the first partition. Its rows and indexes stay as they are, so this takes milliseconds. */
const SWITCH = `
  do $$
  declare
    boundary bigint;
  begin
    if (select relkind from pg_class where oid = 'votes'::regclass) = 'p' then return; end if;
    perform set_config('lock_timeout', '${LOCK_MS}ms', true);
    lock table votes in access exclusive mode;
    select (regexp_match(pg_get_constraintdef(oid), '(\\d+)'))[1]::bigint into strict boundary
      from pg_constraint where conrelid = 'votes'::regclass and conname = 'votes_below' and convalidated;
    alter table votes rename to votes_0;
    alter index votes_pkey rename to votes_0_pkey;
    alter index votes_user_index rename to votes_0_user_index;
    create table votes (
      poll_id bigint not null,
      user_id bigint not null,
      option_index smallint,
      created_at timestamptz not null default now(),
      primary key (poll_id, user_id)
    ) partition by range (poll_id);
    create index votes_user_index on votes (user_id, created_at, poll_id) where created_at > '-infinity';
    execute format('alter table votes attach partition votes_0 for values from (minvalue) to (%s)', boundary);
    alter table votes_0 drop constraint votes_below;
    perform create_vote_partitions(${VOTE_PARTITION_POLLS});
  end $$`;

/** The first partition becomes the table again and takes the rows of the others. */
const MERGE = `
  do $$ begin
    if (select relkind from pg_class where oid = 'votes'::regclass) = 'r' then return; end if;
    perform set_config('lock_timeout', '${LOCK_MS}ms', true);
    lock table votes in access exclusive mode;
    alter table votes rename to votes_parts;
    alter index votes_pkey rename to votes_parts_pkey;
    alter index votes_user_index rename to votes_parts_user_index;
    alter table votes_parts detach partition votes_0;
    alter table votes_0 rename to votes;
    alter index votes_0_pkey rename to votes_pkey;
    alter index votes_0_user_index rename to votes_user_index;
    insert into votes select * from votes_parts;
    drop table votes_parts;
  end $$`;

/**
 * Votes by ranges of poll id (ADR 38), while people vote. Each step is committed on its own and finds what an attempt
 * that was killed has left.
 */
export class Migration20261123170000 extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override async up(): Promise<void> {
    await this.#patiently(BOUND);
    await this.execute(VALIDATE);
    await this.execute(CREATE_AHEAD);
    await this.execute(IN_ITS_SCHEMA);
    await this.#patiently(SWITCH);
  }

  override async down(): Promise<void> {
    await this.#patiently(MERGE);
    await this.execute('drop function if exists create_vote_partitions(bigint)');
    await this.execute('alter table votes drop constraint if exists votes_below');
  }

  /** @throws the last refusal, when somebody holds the table for very long */
  async #patiently(statement: string): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        await this.execute(statement);
        return;
      } catch (error) {
        if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE || tries === TRIES) throw error;
        await sleep(PAUSE_MS);
      }
    }
  }
}
