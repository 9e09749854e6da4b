import { Migration } from '@mikro-orm/migrations';

/** Acts of moderators, what they make of objects and people, appeals, and notices about them. */
export class Migration20261123020000 extends Migration {
  override up(): void {
    this.addSql(`
      create table acts (
        id bigint generated always as identity primary key,
        case_id bigint not null references cases (id),
        act text not null,
        object_kind text not null,
        object_id bigint not null,
        poll_id bigint,
        person_id bigint,
        excerpt text,
        rule integer,
        rule_text text,
        reason text not null,
        until timestamptz,
        slip text,
        picture text,
        moderator_id bigint,
        made_at timestamptz not null default clock_timestamp(),
        undone_at timestamptz,
        undone_by bigint
      )`);
    this.addSql('create unique index acts_case_unique on acts (case_id) where undone_at is null');
    this.addSql('create index acts_object_index on acts (object_kind, object_id)');
    this.addSql('create index acts_person_index on acts (person_id, id)');
    this.addSql('create index acts_moderator_index on acts (moderator_id)');
    this.addSql(`
      create table object_states (
        kind text not null,
        object_id bigint not null,
        author_id bigint,
        poll_id bigint,
        state text not null,
        sensitive text,
        act_id bigint,
        version integer not null default 0,
        primary key (kind, object_id)
      )`);
    this.addSql(`create index object_states_deleted_index on object_states (object_id) where state = 'deleted'`);
    this.addSql('create index object_states_author_index on object_states (author_id)');
    this.addSql(`
      create table person_states (
        user_id bigint primary key,
        silenced boolean not null default false,
        suspended boolean not null default false,
        until timestamptz,
        act_id bigint,
        version integer not null default 0
      )`);
    this.addSql(`
      create table appeals (
        id bigint generated always as identity primary key,
        act_id bigint not null unique references acts (id) on delete cascade,
        user_id bigint not null,
        words text not null,
        made_at timestamptz not null default clock_timestamp(),
        decided_at timestamptz,
        decided_by bigint,
        upheld boolean,
        reason text
      )`);
    this.addSql('create index appeals_user_index on appeals (user_id)');
    this.addSql('create index appeals_decided_by_index on appeals (decided_by)');
    this.addSql('create index appeals_open_index on appeals (id) where decided_at is null');
    this.addSql(`
      create table notices (
        id bigint generated always as identity primary key,
        act_id bigint not null references acts (id) on delete cascade,
        user_id bigint not null,
        content jsonb not null,
        mail boolean not null,
        due_at timestamptz not null,
        sent_at timestamptz
      )`);
    this.addSql('create index notices_due_index on notices (due_at) where sent_at is null');
    this.addSql('create index notices_act_index on notices (act_id)');
    this.addSql('create index notices_user_index on notices (user_id)');
  }

  override down(): void {
    this.addSql('drop table notices, appeals, person_states, object_states, acts');
  }
}
