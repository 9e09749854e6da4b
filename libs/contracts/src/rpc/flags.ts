import { z } from 'zod';
import { Id } from '../common.js';
import { rpc } from './define.js';

/** What the product points out to moderators (docs/product.md#reports-and-cases). */
export const flagsRpc = {
  /** Many of a poll's votes came from one network within minutes. Neither the network nor a voter is named (ADR 5). */
  networkVotes: rpc('community.flags.network-votes', z.object({ pollId: Id, votes: z.int().min(1) }), z.object({}), {
    timeoutMs: 10_000,
    retry: true,
  }),
};
