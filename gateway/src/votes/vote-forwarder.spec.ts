import { describe, expect, it } from '@jest/globals';
import {
  VOTE_MESSAGE_MAX,
  ballotCode,
  type RpcContract,
  type VoteBatch,
  type VoteBatchReply,
} from '@inkling/contracts';
import { ApiError, Tracing, currentRequestId, runWithContext, type RpcClient } from '@inkling/platform';
import { VoteForwarder } from './vote-forwarder.js';

interface Sent {
  readonly batch: VoteBatch;
  readonly requestId: string | undefined;
  answer(reply: VoteBatchReply): void;
  fail(error: unknown): void;
}

/** Stands for the polls service and keeps what is sent to it until a spec answers. */
function polls() {
  const sent: Sent[] = [];
  const rpc = {
    call: (_contract: RpcContract, batch: VoteBatch) =>
      new Promise<VoteBatchReply>((answer, fail) => sent.push({ batch, requestId: currentRequestId(), answer, fail })),
  };
  return { sent, forwarder: new VoteForwarder(rpc as unknown as RpcClient, Tracing.off) };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
const cast = (forwarder: VoteForwarder, pollId: number, userId: number, option = 0) =>
  new Promise<string>((resolve, reject) =>
    forwarder.cast({
      pollId,
      userId,
      choices: [option],
      settle: (error, poll) => (error ? reject(error) : resolve(poll)),
    }),
  );
const recorded = ({ batch }: Sent): VoteBatchReply => ({
  polls: ['{"id":1'],
  results: batch.pollIds.map(() => ({ outcome: 'recorded', poll: 0, liked: true, saved: false })),
});

describe('A vote forwarder', () => {
  it('sends the votes of one turn in one message, under an id that is no request’s', async () => {
    const { forwarder, sent } = polls();
    const answers = [1, 2, 3].map((user) =>
      runWithContext({ requestId: `request-${user}` }, () => cast(forwarder, 7, user, user)),
    );
    await turn();
    expect(sent.map(({ batch }) => batch)).toEqual([
      { pollIds: [7, 7, 7], userIds: [1, 2, 3], ballots: [[1], [2], [3]].map(ballotCode) },
    ]);
    expect(sent[0]!.requestId).not.toMatch(/^request-/);
    sent[0]!.answer(recorded(sent[0]!));
    expect(await Promise.all(answers)).toEqual(
      [1, 2, 3].map(
        (option) =>
          `{"id":1,"resultsVisible":true,"userVoted":true,"userVote":${option},"userLiked":true,"userSaved":false}`,
      ),
    );
  });

  it('keeps at most four messages under way, and gathers the rest', async () => {
    const { forwarder, sent } = polls();
    const answers: Promise<string>[] = [];
    for (let user = 1; user <= 10; user++) {
      answers.push(cast(forwarder, 7, user));
      await turn();
    }
    expect(sent).toHaveLength(4);
    sent[0]!.answer(recorded(sent[0]!));
    await answers[0];
    for (let turns = 0; turns < 10 && sent.length < 5; turns++) await turn();
    expect(sent).toHaveLength(5);
    expect(sent[4]!.batch.userIds).toEqual([5, 6, 7, 8, 9, 10]);
    for (const message of sent.slice(1)) message.answer(recorded(message));
    await Promise.all(answers);
  });

  it('never makes a message longer than one may be', async () => {
    const { forwarder, sent } = polls();
    const answers = Array.from({ length: VOTE_MESSAGE_MAX + 1 }, (_, user) => cast(forwarder, 7, user + 1));
    await turn();
    expect(sent.map(({ batch }) => batch.userIds.length)).toEqual([VOTE_MESSAGE_MAX, 1]);
    for (const message of sent) message.answer(recorded(message));
    await Promise.all(answers);
  });

  it('gives each vote its own outcome', async () => {
    const { forwarder, sent } = polls();
    const answers = [1, 2, 3, 4, 5].map((user) => cast(forwarder, 7, user));
    await turn();
    sent[0]!.answer({
      polls: [],
      results: [
        { outcome: 'already-voted', choice: 2, choices: [2] },
        { outcome: 'poll-ended' },
        { outcome: 'poll-not-found' },
        { outcome: 'bad-option' },
        { outcome: 'unavailable' },
      ],
    });
    const errors = await Promise.all(answers.map((answer) => answer.catch((error: unknown) => error as ApiError)));
    expect(errors.map((error) => (error as ApiError).status)).toEqual([409, 403, 404, 400, 503]);
    expect((errors[0] as ApiError).body()).toMatchObject({ code: 'already-voted', userVote: 2, choices: [2] });
  });

  it('answers 503 to all of a message that failed, and goes on', async () => {
    const { forwarder, sent } = polls();
    const answers = [1, 2].map((user) => cast(forwarder, 7, user));
    await turn();
    sent[0]!.fail(new Error('broken pipe'));
    for (const answer of await Promise.allSettled(answers))
      expect(answer).toMatchObject({ status: 'rejected', reason: { status: 503 } });
    const next = cast(forwarder, 7, 3);
    await turn();
    sent[1]!.answer(recorded(sent[1]!));
    await expect(next).resolves.toContain('"userVote":0');
  });
});
