import { Injectable } from '@nestjs/common';
import { ApiError, Database } from '@inkling/platform';
import { together } from '../hidden/together.js';
import type { Tables } from '../tables.js';

/** Says why somebody does not see a poll. */
@Injectable()
export class UnseenPolls {
  constructor(private readonly database: Database<Tables>) {}

  /**
   * For a poll that the viewer, where there is one, was found not to see: `followers-only` with its author, if
   * following would show it, otherwise `poll-not-found`.
   */
  async refusal(pollId: number, viewerId?: number): Promise<ApiError> {
    const poll = await this.database.kysely
      .selectFrom('polls as p')
      .leftJoin('authors as a', 'a.user_id', 'p.author_id')
      .select(['p.author_id as id', 'a.name', 'a.username', 'a.profile_picture as profilePicture'])
      .where('p.id', '=', pollId)
      .where('p.deleted_at', 'is', null)
      .where('p.visibility', '=', 'followers')
      .$if(viewerId !== undefined, (query) => query.where(together(viewerId!, 'p.author_id')))
      .executeTakeFirst();
    if (!poll) return new ApiError('poll-not-found');
    const { name, ...author } = poll;
    return new ApiError('followers-only', { extra: { author: name === null ? null : { ...author, name } } });
  }
}
