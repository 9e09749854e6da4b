import { Migration } from '@mikro-orm/migrations';
import { CREATE_PURGED_USERS } from '@inkling/platform';

/** People whose data was removed, and the indexes by which a purge finds a person's rows. */
export class Migration20261122233000 extends Migration {
  override up(): void {
    for (const statement of CREATE_PURGED_USERS) this.addSql(statement);
    this.addSql('create index notices_actor_index on notices (actor_id) where actor_id is not null');
    this.addSql('create index comments_user_index on comments (user_id)');
    this.addSql('create index poll_likes_seen_actor_index on poll_likes_seen (actor_id)');
    this.addSql('create index follows_seen_follower_index on follows_seen (follower_id)');
    this.addSql('create index poll_activity_author_index on poll_activity (author_id)');
    this.addSql('create index fan_outs_author_index on fan_outs (author_id)');
    this.addSql('create index contact_messages_user_index on contact_messages (user_id) where user_id is not null');
    this.addSql('alter table mail_queue add column request_id uuid');
    this.addSql('create unique index mail_queue_request_unique on mail_queue (request_id)');
  }

  override down(): void {
    this.addSql('drop index notices_actor_index');
    this.addSql('drop index comments_user_index');
    this.addSql('drop index poll_likes_seen_actor_index');
    this.addSql('drop index follows_seen_follower_index');
    this.addSql('drop index poll_activity_author_index');
    this.addSql('drop index fan_outs_author_index');
    this.addSql('drop index contact_messages_user_index');
    this.addSql('alter table mail_queue drop column request_id');
    this.addSql('drop table purged_users');
  }
}
