import { Injectable } from '@nestjs/common';
import { possibleMentions, type Comment } from '@inkling/contracts';
import { Database } from '@inkling/platform';

/** Of two users for a moment known by one name, the one who took it last. */
const USERS = `
  select n.name, a.user_id::float8 as id
  from unnest($1::text[]) as n(name)
    cross join lateral (
      select user_id from authors where lower(normalize(username, NFKC)) = lower(normalize(n.name, NFKC)) and username is not null order by version desc limit 1
    ) a`;

/** Who is meant by the usernames in comments. */
@Injectable()
export class MentionsRepository {
  constructor(private readonly database: Database) {}

  /** The comments with the users whom they name, all looked up at once, and not at all where no comment has an `@`. */
  async resolve(comments: readonly Comment[]): Promise<Comment[]> {
    const namesOf = comments.map(({ content }) => [
      ...new Set(possibleMentions(content).flatMap(({ names }) => names)),
    ]);
    const names = [...new Set(namesOf.flat())];
    if (names.length === 0) return [...comments];
    const rows = await this.database.query<{ name: string; id: number }>({
      name: 'comments-mentions',
      text: USERS,
      values: [names],
    });
    const ids = new Map(rows.map(({ name, id }) => [name, id]));
    return comments.map((comment, index) => {
      const mentions = namesOf[index]!.flatMap((username) =>
        ids.has(username) ? [{ username, id: ids.get(username)! }] : [],
      );
      return mentions.length === 0 ? comment : { ...comment, mentions };
    });
  }
}
