import { Migration } from '@mikro-orm/migrations';

/** Queues of pushes and mails, the devices of users, and messages of the contact form. */
export class Migration20261121031000 extends Migration {
  override up(): void {
    this.addSql(`
      create table push_tokens (
        id bigint generated always as identity primary key,
        user_id bigint not null,
        sender text not null check (sender in ('fcm', 'web-push')),
        token text not null,
        -- Hash of the device's identity, because a token may be longer than an index entry.
        token_hash bytea not null unique,
        device_type text not null,
        created_at timestamptz not null default now(),
        seen_at timestamptz not null default now()
      )`);
    this.addSql('create index push_tokens_user on push_tokens (user_id, seen_at desc, id desc)');
    this.addSql('create index push_tokens_seen_at on push_tokens (seen_at)');
    this.addSql(`
      create table push_queue (
        id bigint generated always as identity primary key,
        user_id bigint not null,
        kind text not null,
        notice_id bigint,
        -- Kind and object: a later push of the same topic replaces the waiting one.
        topic text not null,
        payload jsonb not null,
        revision integer not null default 1,
        -- Devices that are left to reach; null for all.
        token_ids bigint[],
        attempts integer not null default 0,
        created_at timestamptz not null default now(),
        -- Also the end of the sender's lease.
        due_at timestamptz not null default now(),
        unique (user_id, topic)
      ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02)`);
    this.addSql('create index push_queue_due_at on push_queue (due_at)');
    this.addSql('create index push_queue_topic on push_queue (topic)');
    this.addSql(`
      create table push_sent (
        user_id bigint not null,
        topic text not null,
        sent_at timestamptz not null default now()
      ) with (autovacuum_vacuum_scale_factor = 0.02)`);
    this.addSql('create index push_sent_user on push_sent (user_id, sent_at)');
    this.addSql('create index push_sent_sent_at on push_sent (sent_at)');
    this.addSql(`
      create table mail_queue (
        id bigint generated always as identity primary key,
        template text not null,
        -- The same for every attempt, so that a mailbox can recognize a copy.
        message_id uuid not null default gen_random_uuid(),
        -- Recipient, names, link, text; removed when the mail is sent or given up.
        content jsonb,
        status text not null default 'waiting' check (status in ('waiting', 'sent', 'logged', 'failed')),
        attempts integer not null default 0,
        created_at timestamptz not null default now(),
        due_at timestamptz not null default now(),
        finished_at timestamptz,
        check ((status = 'waiting') = (content is not null) and (status = 'waiting') = (finished_at is null))
      )`);
    this.addSql(`create index mail_queue_due_at on mail_queue (due_at) where status = 'waiting'`);
    this.addSql(`create index mail_queue_finished_at on mail_queue (finished_at) where status <> 'waiting'`);
    this.addSql(`
      create table contact_messages (
        id bigint generated always as identity primary key,
        user_id bigint,
        first_name text not null,
        last_name text not null,
        email text not null,
        message text not null,
        created_at timestamptz not null default now()
      )`);
    this.addSql(`
      create table contact_limits (
        network text primary key,
        started_at timestamptz not null default now(),
        sent integer not null default 1
      )`);
  }

  override down(): void {
    this.addSql('drop table contact_limits, contact_messages, mail_queue, push_sent, push_queue, push_tokens');
  }
}
