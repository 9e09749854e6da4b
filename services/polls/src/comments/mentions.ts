import { Injectable } from '@nestjs/common';
import { possibleMentions, type Comment } from '@inkling/contracts';
import { Database } from '@inkling/platform';
import { sql } from 'kysely';
import { together } from '../hidden/together.js';
import type { Tables } from '../tables.js';

/** Finds the users whom comments mention. */
@Injectable()
export class Mentions {
  constructor(private readonly database: Database<Tables>) {}

  /**
   * The comments with their mentions, looked up in one statement, or in none when no comment has an `@`. Users
   * with a block between them and the viewer are not found.
   */
  async resolve(comments: readonly Comment[], viewerId: number | undefined): Promise<Comment[]> {
    const namesOf = comments.map(({ content }) => [
      ...new Set(possibleMentions(content).flatMap(({ names }) => names)),
    ]);
    const names = [...new Set(namesOf.flat())];
    if (names.length === 0) return [...comments];
    const ids = await this.#idsOf(names, viewerId ?? 0);
    return comments.map((comment, index) => {
      const mentions = namesOf[index]!.flatMap((username) => {
        const id = ids.get(username);
        return id === undefined ? [] : [{ username, id }];
      });
      return mentions.length === 0 ? comment : { ...comment, mentions };
    });
  }

  /** Users by username. If two users have one name for a moment, the one who took it last. */
  async #idsOf(names: readonly string[], viewerId: number): Promise<ReadonlyMap<string, number>> {
    const users = await this.database.kysely
      .selectFrom(sql<{ name: string }>`unnest(${names}::text[])`.as<'n'>(sql`n(name)`))
      .innerJoinLateral(
        (db) =>
          db
            .selectFrom('authors')
            .select('user_id as id')
            .where(sql<boolean>`lower(normalize(username, NFKC)) = lower(normalize(n.name, NFKC))`)
            .where('username', 'is not', null)
            .where(together(viewerId, 'authors.user_id'))
            .orderBy('version', 'desc')
            .limit(1)
            .as('a'),
        (join) => join.onTrue(),
      )
      .select(['n.name', 'a.id'])
      .execute();
    return new Map(users.map(({ name, id }) => [name, id]));
  }
}
