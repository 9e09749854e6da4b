import { Injectable } from '@nestjs/common';
import { pollsRpc } from '@inkling/contracts';
import { RpcClient } from '@inkling/platform';

/** What a poll says, and nothing about who voted. */
export interface PollText {
  readonly question: string;
  readonly options: readonly string[];
}

/** Polls that the projection does not know yet: right after publishing, their event may still be on its way. */
@Injectable()
export class PollLookup {
  constructor(private readonly rpc: RpcClient) {}

  /** @throws ApiError `poll-not-found` (404), or `unavailable` (503) when polls is away */
  async ask(pollId: number): Promise<PollText> {
    const { question, options } = await this.rpc.call(pollsRpc.preview, { pollId });
    return { question, options: options.map(({ text }) => text) };
  }
}
