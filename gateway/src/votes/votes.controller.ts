import { Controller } from '@nestjs/common';
import { routes } from '@inkling/contracts';
import { Input, Route, SignedIn, type RouteInput } from '../http/route.js';
import { Hub } from '../realtime/hub.js';
import type { Viewer } from '../session/viewer.js';
import { VoteLane } from './vote-lane.js';

/** Voting (spec 7). */
@Controller()
export class VotesController {
  constructor(
    private readonly lane: VoteLane,
    private readonly hub: Hub,
  ) {}

  @Route(routes.vote)
  vote(@SignedIn() viewer: Viewer, @Input() { body }: RouteInput<typeof routes.vote>): Promise<string> {
    return new Promise((resolve, reject) => {
      this.lane.cast(body.pollId, viewer.userId, body.optionIndex, (error, poll) => {
        if (error === null || error.code === 'already-voted') this.hub.reveal(viewer.userId, body.pollId);
        if (error) reject(error);
        else resolve(poll);
      });
    });
  }
}
