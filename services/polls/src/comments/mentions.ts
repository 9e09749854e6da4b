import { Injectable } from '@nestjs/common';
import { possibleMentions, type Comment } from '@inkling/contracts';
import { Database } from '@inkling/platform';
import { MENTIONED_USERS } from './comments.sql.js';

/** Finds the users whom comments mention. */
@Injectable()
export class Mentions {
  constructor(private readonly database: Database) {}

  /** The comments with their mentions, looked up in one statement, or in none when no comment has an `@`. */
  async resolve(comments: readonly Comment[]): Promise<Comment[]> {
    const namesOf = comments.map(({ content }) => [
      ...new Set(possibleMentions(content).flatMap(({ names }) => names)),
    ]);
    const names = [...new Set(namesOf.flat())];
    if (names.length === 0) return [...comments];
    const rows = await this.database.query<{ name: string; id: number }>({
      name: 'comments-mentions',
      text: MENTIONED_USERS,
      values: [names],
    });
    const ids = new Map(rows.map(({ name, id }) => [name, id]));
    return comments.map((comment, index) => {
      const mentions = namesOf[index]!.flatMap((username) => {
        const id = ids.get(username);
        return id === undefined ? [] : [{ username, id }];
      });
      return mentions.length === 0 ? comment : { ...comment, mentions };
    });
  }
}
