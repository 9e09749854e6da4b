import { Injectable } from '@nestjs/common';
import { pollCreated, pollDeleted, type EventData } from '@inkling/contracts';
import { OnEvent, type Transaction } from '@inkling/platform';

/** When whom has asked a poll, and each author's newest that is not deleted. A deletion may arrive before its poll. */
@Injectable()
export class PollProjection {
  @OnEvent(pollCreated)
  async onCreated(poll: EventData<typeof pollCreated>, tx: Transaction): Promise<void> {
    await tx.query({
      text: 'insert into polls (poll_id, author_id, created_at) values ($1, $2, $3) on conflict do nothing',
      values: [poll.pollId, poll.authorId, poll.createdAt],
    });
    await this.#refresh(poll.authorId, tx);
  }

  @OnEvent(pollDeleted)
  async onDeleted(poll: EventData<typeof pollDeleted>, tx: Transaction): Promise<void> {
    await tx.query({
      text: 'insert into polls (poll_id, author_id, deleted) values ($1, $2, true) on conflict (poll_id) do update set deleted = true',
      values: [poll.pollId, poll.authorId],
    });
    await this.#refresh(poll.authorId, tx);
  }

  /** Once the author's row is locked, a new statement sees every poll of theirs that has been taken in. */
  async #refresh(authorId: number, tx: Transaction): Promise<void> {
    await tx.query({
      text: 'insert into poll_authors as a (user_id) values ($1) on conflict (user_id) do update set newest_at = a.newest_at',
      values: [authorId],
    });
    await tx.query({
      text: `update poll_authors a set newest_poll_id = n.poll_id, newest_at = n.created_at
             from (select true) one left join lateral (
               select p.poll_id, p.created_at from polls p where p.author_id = $1 and not p.deleted order by p.created_at desc, p.poll_id desc limit 1
             ) n on true
             where a.user_id = $1 and (a.newest_poll_id, a.newest_at) is distinct from (n.poll_id, n.created_at)`,
      values: [authorId],
    });
  }
}
