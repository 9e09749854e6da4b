import { Migration } from '@mikro-orm/migrations';

/**
 * Named statements are planned once. Otherwise PostgreSQL compares a generic plan with specific ones by estimates that
 * grow with the table, and then plans a statement at every call, which costs more than running it. Every statement here
 * finds its rows by key, so one plan is good for all.
 */
export class Migration20261121050000 extends Migration {
  override up(): void {
    this.addSql(
      `do $$ begin
        execute format(
          'alter role %I in database %I set plan_cache_mode = force_generic_plan', current_user, current_database());
      end $$`,
    );
  }

  override down(): void {
    this.addSql(
      `do $$ begin
        execute format('alter role %I in database %I reset plan_cache_mode', current_user, current_database());
      end $$`,
    );
  }
}
