import { Injectable } from '@nestjs/common';
import { pollsRpc, type ActKind, type ActObject, type ModeratedContent } from '@inkling/contracts';
import { ApiError, RpcClient } from '@inkling/platform';
import type { SeenObject } from '../cases/open-cases.js';
import { ON_CONTENT } from '../objects/undoable.js';
import type { Target } from './moderated-states.js';

/** What each act can be about. */
const POSSIBLE: Record<ActKind, readonly ActObject['kind'][]> = {
  dismiss: ['poll', 'comment', 'profile', 'picture'],
  hide: ['poll', 'comment', 'picture'],
  delete: ['poll', 'comment', 'profile', 'picture'],
  sensitive: ['poll', 'picture'],
  warn: ['poll', 'comment', 'profile', 'picture'],
  silence: ['poll', 'comment', 'profile', 'picture'],
  suspend: ['poll', 'comment', 'profile', 'picture'],
};
/** Acts on the person, who must have an account. */
const ON_PERSON: readonly ActKind[] = ['warn', 'silence', 'suspend'];

/** The things that acts are about, as polls knows them. */
@Injectable()
export class ModeratedThings {
  constructor(private readonly rpc: RpcClient) {}

  /** Undefined for what is deleted. @throws ApiError 503 while polls is away */
  async find(object: ActObject): Promise<SeenObject | undefined> {
    try {
      return { object, ...(await this.rpc.call(pollsRpc.moderationView, object)) };
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return undefined;
      throw error;
    }
  }
}

/** @throws ApiError `act-not-possible` */
export function checkPossible(
  act: ActKind,
  { kind }: ActObject,
  { content, authorId }: { content: ModeratedContent | undefined; authorId: number | null },
): void {
  const fits =
    POSSIBLE[act].includes(kind) &&
    (!ON_CONTENT.includes(act) || content !== undefined) &&
    (!ON_PERSON.includes(act) || authorId !== null) &&
    (act !== 'sensitive' || hasMedia(content)) &&
    (act !== 'delete' || kind !== 'profile' || pictureOf(content) !== null);
  if (!fits) throw new ApiError('act-not-possible');
}

const hasMedia = (content: ModeratedContent | undefined): boolean =>
  (content?.kind === 'poll' || content?.kind === 'picture') &&
  (content.media !== null || content.optionImages !== undefined);

/** The path of a profile's picture. */
export const pictureOf = (content: ModeratedContent | undefined): string | null =>
  content?.kind === 'profile' ? (content.author?.profilePicture ?? null) : null;

/** The poll of a comment. */
export const pollOf = (content: ModeratedContent | undefined): number | null =>
  content?.kind === 'comment' ? content.pollId : null;

/** The poll or comment whose state an act changes; undefined for a profile. */
export function targetOf(act: {
  object_kind: ActObject['kind'];
  object_id: number;
  person_id: number | null;
  poll_id: number | null;
}): Target | undefined {
  if (act.object_kind === 'profile') return undefined;
  const kind = act.object_kind === 'comment' ? 'comment' : 'poll';
  return { kind, id: act.object_id, authorId: act.person_id, pollId: act.poll_id };
}
