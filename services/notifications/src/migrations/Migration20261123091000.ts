import { Migration } from '@mikro-orm/migrations';

const card = (poll: { texts: string; fields: string }): string => `
  create or replace function notice_card(
    actor_id bigint, actor profiles, poll_id bigint, poll poll_activity, comment_id bigint, comment comments
  ) returns jsonb
  language sql immutable as $$
    select case
      when actor_id is not null and actor.username is null
        or poll_id is not null and poll.question is null
        or comment_id is not null and comment.content is null
        then null
      when octet_length(
          concat(actor.name, actor.username, actor.profile_picture, poll.question, comment.content${poll.texts})
        ) > 1800
        then null
      else jsonb_strip_nulls(jsonb_build_object(
        'version', actor.version, 'name', actor.name, 'username', actor.username, 'picture', actor.profile_picture,
        'question', poll.question, 'comment', comment.content${poll.fields}
      ))
    end
  $$`;

/** The options that led at a poll's end, which its notification names. */
export class Migration20261123091000 extends Migration {
  override up(): void {
    this.addSql('alter table poll_activity add column leaders text[]');
    this.addSql(card({ texts: ', to_json(poll.leaders)', fields: `, 'leaders', to_jsonb(poll.leaders)` }));
  }

  override down(): void {
    this.addSql(card({ texts: '', fields: '' }));
    this.addSql('alter table poll_activity drop column leaders');
  }
}
