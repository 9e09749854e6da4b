import { CREATE_PURGED_USERS, PersonLimitsMigration } from '@inkling/platform';

/**
 * The log of all decisions. A trigger refuses every change but two: removing a person from an entry, and removing the
 * details of an entry about that person. Also limits per person, and people whose data was removed.
 */
export class Migration20261123010000 extends PersonLimitsMigration {
  override up(): void {
    super.up();
    for (const statement of CREATE_PURGED_USERS) this.addSql(statement);
    this.addSql(`
      create table log_entries (
        id bigint generated always as identity primary key,
        at timestamptz not null default clock_timestamp(),
        actor_id bigint,
        automatic boolean not null,
        what text not null,
        case_id bigint,
        object_kind text,
        object_id bigint,
        person_id bigint,
        details jsonb not null default '{}'
      )`);
    this.addSql('create index log_entries_actor_index on log_entries (actor_id, id) where actor_id is not null');
    this.addSql('create index log_entries_person_index on log_entries (person_id, id) where person_id is not null');
    this.addSql('create index log_entries_case_index on log_entries (case_id, id) where case_id is not null');
    this.addSql(`
      create function keep_log_entries() returns trigger language plpgsql as $$
      begin
        if tg_op = 'UPDATE' then
          if (new.actor_id is null or new.actor_id = old.actor_id)
            and (new.person_id is null or new.person_id = old.person_id)
            and (new.details = old.details or (new.details = '{}' and new.person_id is null))
            and (new.object_id is not distinct from old.object_id
              or (new.object_id is null and old.object_kind = 'profile' and new.person_id is null))
            and (new.id, new.at, new.automatic, new.what) = (old.id, old.at, old.automatic, old.what)
            and (new.case_id, new.object_kind) is not distinct from (old.case_id, old.object_kind)
          then
            return new;
          end if;
        end if;
        raise exception 'entries of the log are not changed';
      end $$`);
    this.addSql(
      `create trigger log_entries_keep before update or delete on log_entries
       for each row execute function keep_log_entries()`,
    );
  }

  override down(): void {
    this.addSql('drop table log_entries');
    this.addSql('drop function keep_log_entries');
    this.addSql('drop table purged_users');
    super.down();
  }
}
