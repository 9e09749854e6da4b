import { Migration } from '@mikro-orm/migrations';

/**
 * Cards: a copy of the texts that the list shows, on the notification and in the list's index, so that a page is one
 * range of that index. And the profiles that have changed since they were copied.
 */
export class Migration20261121060000 extends Migration {
  override up(): void {
    // Null when a text has not arrived yet or is too long for an index entry (2,704 bytes); the list then looks it up.
    this.addSql(`
      create function notice_card(
        actor_id bigint, actor profiles, poll_id bigint, poll poll_activity, comment_id bigint, comment comments
      ) returns jsonb
      language sql immutable as $$
        select case
          when actor_id is not null and actor.username is null
            or poll_id is not null and poll.question is null
            or comment_id is not null and comment.content is null
            then null
          when octet_length(
              concat(actor.name, actor.username, actor.profile_picture, poll.question, comment.content)
            ) > 1800
            then null
          else jsonb_strip_nulls(jsonb_build_object(
            'version', actor.version, 'name', actor.name, 'username', actor.username, 'picture', actor.profile_picture,
            'question', poll.question, 'comment', comment.content
          ))
        end
      $$`);
    this.addSql(`
      create table profile_changes (
        user_id bigint primary key,
        name text not null,
        username text,
        profile_picture text,
        version integer not null,
        changed_at timestamptz not null default now()
      )`);
    this.addSql('create index profile_changes_changed_at on profile_changes (changed_at)');
    this.addSql(`create index notice_changes_removal_index on notice_changes (object_id) where kind = 'poll_deleted'`);

    this.addSql(
      `alter table notices add column card jsonb,
         set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05)`,
    );
    // Indexes are dropped first because they are rebuilt below, and scans of whole tables are faster here than keys.
    this.addSql('drop index notices_list_index, notices_poll_index');
    this.addSql(`set local enable_seqscan = on`);
    this.addSql(`set local work_mem = '128MB'`);
    this.addSql(`
      update notices n set card = notice_card(s.actor_id, p, s.poll_id, a, s.comment_id, c)
      from notices s
      left join profiles p on p.user_id = s.actor_id
      left join poll_activity a on a.poll_id = s.poll_id
      left join comments c on c.comment_id = s.comment_id
      where n.id = s.id`);
    this.addSql(`set local maintenance_work_mem = '256MB'`);
    this.addSql(
      `create index notices_list_index on notices (recipient_id, updated_at desc, id desc)
         include (kind, seq, count, actor_id, poll_id, comment_id, card)`,
    );
    this.addSql('create index notices_poll_index on notices (poll_id) where poll_id is not null');
    this.addSql('analyze notices');
  }

  override down(): void {
    this.addSql('drop index notices_list_index');
    this.addSql(
      `alter table notices drop column card,
         reset (autovacuum_vacuum_scale_factor, autovacuum_vacuum_insert_scale_factor)`,
    );
    this.addSql('create index notices_list_index on notices (recipient_id, updated_at desc, id desc)');
    this.addSql('drop index notice_changes_removal_index');
    this.addSql('drop table profile_changes');
    this.addSql('drop function notice_card');
  }
}
