import { Injectable } from '@nestjs/common';
import { objectModerated, type EventData } from '@inkling/contracts';
import { OnEvent } from '@inkling/platform';
import { CommentModeration } from './comment-moderation.js';
import { PollModeration } from './poll-moderation.js';

/**
 * Applies what moderators decide about polls and comments (docs/product.md#acts). Each decision is
 * committed before caches and sockets are notified, so that they read the new state. A repeated or late event finds the
 * same or a newer version.
 */
@Injectable()
export class ModerationEvents {
  constructor(
    private readonly polls: PollModeration,
    private readonly comments: CommentModeration,
  ) {}

  @OnEvent(objectModerated)
  onModerated(decision: EventData<typeof objectModerated>): Promise<void> {
    return decision.kind === 'poll' ? this.polls.apply(decision) : this.comments.apply(decision);
  }
}
