import { Migration } from '@mikro-orm/migrations';

/** What may change in an entry of the log; `kept` are the columns that never do. */
const keep = (kept: readonly string[]): string => {
  const row = (name: string) => kept.map((column) => `${name}.${column}`).join(', ');
  return `
    create or replace function keep_log_entries() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then
        if (new.actor_id is null or new.actor_id = old.actor_id)
          and (new.person_id is null or new.person_id = old.person_id)
          and (new.details = old.details or (new.details = '{}' and old.person_id is not null and new.person_id is null))
          and (new.object_id is not distinct from old.object_id
            or (new.object_id is null and old.object_kind = 'profile' and old.person_id is not null
              and new.person_id is null))
          and (${row('new')}) = (${row('old')})
          and (new.case_id, new.object_kind) is not distinct from (old.case_id, old.object_kind)
        then
          return new;
        end if;
      end if;
      raise exception 'entries of the log are not changed';
    end $$`;
};

/** Entries of the log say what the operator did with an admin command. */
export class Migration20261123060000 extends Migration {
  override up(): void {
    this.addSql('alter table log_entries add column by_operator boolean not null default false');
    this.addSql(keep(['id', 'at', 'automatic', 'what', 'by_operator']));
  }

  override down(): void {
    this.addSql(keep(['id', 'at', 'automatic', 'what']));
    this.addSql('alter table log_entries drop column by_operator');
  }
}
