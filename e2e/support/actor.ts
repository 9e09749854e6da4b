import { randomBytes } from 'node:crypto';
import { expect, type APIRequestContext, type APIResponse } from '@playwright/test';
import { solveWork } from '@inkling/platform/solve-work';
import type { Comment, CreatePollBody, OfferedWork, Poll, User } from '@inkling/contracts';

/** Optional properties of a new poll. */
export type PollSettings = Partial<Omit<CreatePollBody, 'question' | 'options'>>;

/** Text that no other test uses, so that tests can share one product. */
export const unique = (text: string): string => `${text} ${randomBytes(4).toString('hex')}`;

async function accepted(answer: APIResponse): Promise<APIResponse> {
  if (!answer.ok()) throw new Error(`${answer.status()} from ${answer.url()}: ${await answer.text()}`);
  return answer;
}

/** A user who acts through the API, to prepare what a journey then looks at. */
export class Actor {
  private constructor(
    private readonly request: APIRequestContext,
    readonly id: number,
    readonly name: string,
    readonly username: string,
    readonly email: string,
    readonly password: string,
  ) {}

  /**
   * Creates an account with a complete profile, signed in within `request`. A page's `request` signs in its browser.
   * @param name shown to others; the username and the address are made unique
   */
  static async join(request: APIRequestContext, name: string): Promise<Actor> {
    const { id, email, password } = await Actor.signUp(request);
    const username = `${name.toLowerCase().replaceAll(/[^a-z]/g, '')}_${randomBytes(5).toString('hex')}`.slice(-30);
    await accepted(await request.post('/api/users/create-profile', { data: { userId: id, name, username } }));
    return new Actor(request, id, name, username, email, password);
  }

  /** Creates an account without a complete profile. */
  static async signUp(request: APIRequestContext): Promise<{ id: number; email: string; password: string }> {
    const email = `${randomBytes(8).toString('hex')}@example.org`;
    const password = 'correct horse';
    const { challenge } = (await (
      await accepted(await request.get('/api/proof-of-work?for=sign-up'))
    ).json()) as OfferedWork;
    const data = { email, password, ...(challenge && { proofOfWork: await solveWork(challenge) }) };
    const answer = await accepted(await request.post('/api/auth/signup', { data }));
    return { id: ((await answer.json()) as User).id, email, password };
  }

  /** Signs the user in within `request`, with a new session. */
  async logIn(request: APIRequestContext): Promise<void> {
    const { email, password } = this;
    expect((await request.post('/api/auth/login', { data: { email, password } })).status()).toBe(200);
  }

  /** @returns the poll's id */
  async ask(
    question: string,
    options: readonly string[] = ['Yes', 'No', 'Perhaps'],
    settings: PollSettings = {},
  ): Promise<number> {
    const answer = await accepted(await this.request.post('/api/polls', { data: { question, options, ...settings } }));
    return ((await answer.json()) as Poll).id;
  }

  /** @param optionIndex of the chosen option, from 0 */
  async vote(pollId: number, optionIndex: number): Promise<void> {
    await accepted(await this.request.post('/api/votes', { data: { pollId, optionIndex } }));
  }

  async like(pollId: number): Promise<void> {
    await accepted(await this.request.post('/api/likes', { data: { pollId } }));
  }

  async save(pollId: number): Promise<void> {
    await accepted(await this.request.post('/api/saves', { data: { pollId } }));
  }

  /** Ends an own poll, which is announced. */
  async end(pollId: number): Promise<void> {
    await accepted(await this.request.post(`/api/polls/${pollId}/end`));
  }

  async comment(pollId: number, content: string): Promise<Comment> {
    return (await (
      await accepted(await this.request.post('/api/comments', { data: { pollId, content } }))
    ).json()) as Comment;
  }

  async deletePoll(pollId: number): Promise<void> {
    await accepted(await this.request.delete(`/api/polls/${pollId}`));
  }

  /** Waits until the social service knows the other user's account. */
  async follow(other: Actor): Promise<void> {
    await expect(
      async () => void (await accepted(await this.request.post('/api/follows', { data: { followingId: other.id } }))),
    ).toPass({ timeout: 30_000 });
  }

  /** Ends every session of this account. */
  async signOutEverywhere(): Promise<void> {
    await accepted(await this.request.post('/api/auth/logout-everywhere'));
  }

  async get<T>(path: string): Promise<T> {
    return (await (await accepted(await this.request.get(path))).json()) as T;
  }
}
