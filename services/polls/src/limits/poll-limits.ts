import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, PersonLimits, type PersonLimit } from '@inkling/platform';
import type { PollsConfig } from '../config.js';

const HOUR_S = 3_600;

/** What one person may do in a time (docs/product.md#limits). */
@Injectable()
export class PollLimits {
  readonly polls: PersonLimit;
  readonly comments: PersonLimit;
  /** Likes, saves, reminders and taking them back. */
  readonly reactions: PersonLimit;
  /** Files of polls and profiles; most belong to polls. */
  readonly uploads: PersonLimit;

  constructor(limits: PersonLimits, @Inject(CONFIG) config: PollsConfig) {
    this.polls = limits.limit(
      'too-many-polls',
      { kind: 'polls-hour', configured: config.POLLS_PER_HOUR, inProduction: 10, seconds: HOUR_S },
      { kind: 'polls-day', configured: config.POLLS_PER_DAY, inProduction: 40, seconds: 24 * HOUR_S },
    );
    this.comments = limits.limit('too-many-comments', {
      kind: 'comments',
      configured: config.COMMENTS_PER_TEN_MINUTES,
      inProduction: 30,
      seconds: 600,
    });
    this.reactions = limits.limit('too-many-reactions', {
      kind: 'reactions',
      configured: config.REACTIONS_PER_HOUR,
      inProduction: 300,
      seconds: HOUR_S,
    });
    this.uploads = limits.limit('too-many-uploads', {
      kind: 'uploads',
      configured: config.UPLOADS_PER_HOUR,
      inProduction: 20,
      seconds: HOUR_S,
    });
  }
}
