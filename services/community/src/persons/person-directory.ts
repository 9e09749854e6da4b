import { Injectable } from '@nestjs/common';
import { PERSONS_MAX, authRpc, type Author, type ModeratedPerson } from '@inkling/contracts';
import { ApiError, RpcClient } from '@inkling/platform';

/** Names and pictures of people, as auth knows them now. Deleted accounts are not among them. */
@Injectable()
export class PersonDirectory {
  constructor(private readonly rpc: RpcClient) {}

  /** @throws ApiError 503 while auth is away */
  async find(userIds: Iterable<number | null>): Promise<ReadonlyMap<number, ModeratedPerson>> {
    const ids = [...new Set(userIds)].filter((id) => id !== null);
    const found = new Map<number, ModeratedPerson>();
    for (let from = 0; from < ids.length; from += PERSONS_MAX) {
      const asked = ids.slice(from, from + PERSONS_MAX);
      const { persons } = await this.rpc.call(authRpc.persons, { userIds: asked });
      for (const person of persons) found.set(person.id, person);
    }
    return found;
  }

  /** The same, but empty while auth is away, for answers that work without names. */
  async findIfPossible(userIds: Iterable<number | null>): Promise<ReadonlyMap<number, ModeratedPerson>> {
    try {
      return await this.find(userIds);
    } catch (error) {
      if (error instanceof ApiError && error.status === 503) return new Map();
      throw error;
    }
  }
}

/** A person without what only moderators see. */
export const authorOf = (person: ModeratedPerson | undefined): Author | null => {
  if (!person) return null;
  const { joinedAt: _joinedAt, ...author } = person;
  return author;
};
