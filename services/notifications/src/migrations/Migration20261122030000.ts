import { Migration } from '@mikro-orm/migrations';

/**
 * Vote notifications name only people who asked for it, and pushes of votes, likes and ends go only to people who
 * turned them on. Being named was the default and cannot be distinguished from a choice, so it is now off for all. Push
 * preferences stay for people who have changed one.
 */
export class Migration20261122030000 extends Migration {
  override up(): void {
    this.addSql(
      `alter table preferences
         alter column name_in_votes set default false, alter column push_off set default '{vote,like,poll_ended}'`,
    );
    this.addSql(`set local enable_seqscan = on`);
    this.addSql(`update preferences set name_in_votes = false where name_in_votes`);
    this.addSql(`update preferences set push_off = '{vote,like,poll_ended}' where push_off = '{}'`);
    // These names were drawn by a weaker rule. Without a card, the list looks the other texts up.
    this.addSql(`update notices set actor_id = null, card = null where kind = 'vote' and actor_id is not null`);
    this.addSql(`delete from push_queue where kind = 'vote'`);

    // Existing people count as unverified and newer than all polls, which can only keep them from being named.
    this.addSql(
      `alter table profiles
         add column verified boolean not null default false, add column known_at timestamptz not null default now()`,
    );
    this.addSql(`alter table poll_activity add column created_at timestamptz`);
  }

  override down(): void {
    this.addSql(`alter table poll_activity drop column created_at`);
    this.addSql(`alter table profiles drop column verified, drop column known_at`);
    this.addSql(
      `alter table preferences alter column name_in_votes set default true, alter column push_off set default '{}'`,
    );
  }
}
