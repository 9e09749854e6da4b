import { Migration } from '@mikro-orm/migrations';

/** Polls that can have a Deep Dive. */
export class Migration20261121000000 extends Migration {
  override up(): void {
    this.addSql(`
      create table polls (
        poll_id bigint primary key,
        author_id bigint not null,
        question text,
        options text[] not null default '{}',
        deleted boolean not null default false,
        constraint polls_question_check check (deleted = (question is null))
      )`);
  }

  override down(): void {
    this.addSql(`drop table polls`);
  }
}
