import { Migration } from '@mikro-orm/migrations';

/**
 * Nobody is named in vote notices who has not asked for it, and pushes of votes, likes and ends come only to those who
 * turned them on. Being named was on at first and cannot be told from a choice, so it is off for everyone; switches of
 * pushes stay with those who have turned one.
 */
export class Migration20261122030000 extends Migration {
  override up(): void {
    this.addSql(
      `alter table preferences alter column name_in_votes set default false, alter column push_off set default '{vote,like,poll_ended}'`,
    );
    this.addSql(`set local enable_seqscan = on`);
    this.addSql(`update preferences set name_in_votes = false where name_in_votes`);
    this.addSql(`update preferences set push_off = '{vote,like,poll_ended}' where push_off = '{}'`);
    // Drawn by a rule that told more; without a card the list looks the rest up.
    this.addSql(`update notices set actor_id = null, card = null where kind = 'vote' and actor_id is not null`);
    this.addSql(`delete from push_queue where kind = 'vote'`);

    // Older people and polls count as later and as unproved, which can only keep people from being named.
    this.addSql(
      `alter table profiles add column verified boolean not null default false, add column known_at timestamptz not null default now()`,
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
