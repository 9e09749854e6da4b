import { Migration } from '@mikro-orm/migrations';

/**
 * Prepared statements keep one general plan. PostgreSQL would compare it with a plan for the given values by estimates
 * that grow with the table, and then plan at each call, which costs more than running the statement. Every statement of
 * this service finds its rows by key, so one plan is good for all values.
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
