import { Migration } from '@mikro-orm/migrations';

/** Usernames that look the same are one, and a username that was given up is held for a while. */
export class Migration20261122000000 extends Migration {
  override up(): void {
    this.addSql(`alter table accounts add column username_skeleton text`);
    // Of accounts whose usernames already look the same the oldest keeps the skeleton; the others keep their usernames.
    this.addSql(`
      update accounts set username_skeleton = first.skeleton from (
        select distinct on (skeleton) id, skeleton
        from accounts,
          lateral (select replace(lower(translate(username, 'I10', 'llo')), 'm', 'rn') as skeleton) as of_account
        where username ~ '^[A-Za-z0-9._-]+$'
        order by skeleton, id
      ) as first where first.id = accounts.id`);
    this.addSql(`alter table accounts add constraint accounts_username_skeleton_unique unique (username_skeleton)`);
    // Without a reference: the hold outlives an account that is deleted.
    this.addSql(`
      create table held_usernames (
        username_key text primary key,
        username_skeleton text not null,
        account_id bigint not null,
        held_until timestamptz not null
      )`);
    this.addSql(`create index held_usernames_username_skeleton_index on held_usernames (username_skeleton)`);
    this.addSql(`create index held_usernames_held_until_index on held_usernames (held_until)`);
  }

  override down(): void {
    this.addSql(`drop table held_usernames`);
    this.addSql(`alter table accounts drop column username_skeleton`);
  }
}
