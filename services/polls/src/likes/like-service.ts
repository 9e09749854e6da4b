import { Injectable } from '@nestjs/common';
import type { LikeState } from '@inkling/contracts';
import { ApiError } from '@inkling/platform';
import { LiveTallies } from '../live/live-tallies.js';
import { toLiveTally } from '../live/tally-row.js';
import { ActivityRecorder } from '../trending/activity-recorder.js';
import { LikeRepository, type LikeChange } from './like-repository.js';

/** Liking and taking it back; doing either twice changes nothing. Both throw ApiError `poll-not-found`. */
@Injectable()
export class LikeService {
  constructor(
    private readonly likes: LikeRepository,
    private readonly live: LiveTallies,
    private readonly activity: ActivityRecorder,
  ) {}

  async like(pollId: number, userId: number): Promise<LikeState> {
    const change = this.#known(await this.likes.like(pollId, userId));
    if (change.changedAt) this.activity.add(pollId, 1);
    return this.#state(change, true);
  }

  async unlike(pollId: number, userId: number): Promise<LikeState> {
    const change = this.#known(await this.likes.unlike(pollId, userId));
    if (change.changedAt) this.activity.add(pollId, -1, change.changedAt);
    return this.#state(change, false);
  }

  #known(change: LikeChange | undefined): LikeChange {
    if (!change) throw new ApiError('poll-not-found');
    return change;
  }

  #state({ tally, changedAt }: LikeChange, userLiked: boolean): LikeState {
    const live = toLiveTally(tally, 'update');
    if (changedAt) this.live.mark(live);
    return { pollId: live.pollId, userLiked, likesCount: live.likesCount };
  }
}
