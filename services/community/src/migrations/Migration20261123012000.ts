import { Migration } from '@mikro-orm/migrations';

/** The details of a log entry can be removed only together with the person concerned. */
export class Migration20261123012000 extends Migration {
  override up(): void {
    this.addSql(keepLogEntries('new.person_id is null and old.person_id is not null'));
  }

  override down(): void {
    this.addSql(keepLogEntries('new.person_id is null'));
  }
}

const keepLogEntries = (forgotten: string): string => `
  create or replace function keep_log_entries() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' then
      if (new.actor_id is null or new.actor_id = old.actor_id)
        and (new.person_id is null or new.person_id = old.person_id)
        and (new.details = old.details or (new.details = '{}' and ${forgotten}))
        and (new.object_id is not distinct from old.object_id
          or (new.object_id is null and old.object_kind = 'profile' and ${forgotten}))
        and (new.id, new.at, new.automatic, new.what) = (old.id, old.at, old.automatic, old.what)
        and (new.case_id, new.object_kind) is not distinct from (old.case_id, old.object_kind)
      then
        return new;
      end if;
    end if;
    raise exception 'entries of the log are not changed';
  end $$`;
