import { Injectable } from '@nestjs/common';
import { pollsRpc } from '@inkling/contracts';
import { ApiError, RpcClient } from '@inkling/platform';

/** What a poll asks, without anything about votes. */
export interface PollWording {
  readonly question: string;
  readonly options: readonly string[];
}

/** Looks up polls whose event has not arrived yet, as may happen right after publishing. */
@Injectable()
export class PollLookup {
  constructor(private readonly rpc: RpcClient) {}

  /** @throws ApiError `poll-not-found` (404), or `unavailable` (503) if the polls service does not answer */
  async ask(pollId: number): Promise<PollWording> {
    const { question, options } = await this.rpc.call(pollsRpc.preview, { pollId }).catch((error: unknown) => {
      // The event about a poll for followers says what strangers are not told, and is on its way.
      throw error instanceof ApiError && error.code === 'followers-only' ? new ApiError('unavailable') : error;
    });
    return { question, options: options.map(({ text }) => text) };
  }
}
