import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@inkling/testing';
import type { Comment, Poll, ServerFrame } from '@inkling/contracts';
import { WebSocket } from 'ws';
import { expectStatus, shareApi, type Api, type Client, type Person } from './api.spec-support.js';

class Socket {
  readonly frames: ServerFrame[] = [];
  closed: number | undefined;

  private constructor(readonly ws: WebSocket) {
    ws.on('message', (data: Buffer) => this.frames.push(JSON.parse(data.toString()) as ServerFrame));
    ws.on('close', (code) => {
      this.closed = code;
    });
  }

  /** Resolves with the socket, or with the HTTP status of the refusal. */
  static open(client: Client, headers: Record<string, string> = {}): Promise<Socket | number> {
    return new Promise((resolve, reject) => {
      const ws = new WebSocket(client.origin.replace('http', 'ws') + '/ws', {
        headers: { cookie: client.cookieHeader, ...headers },
      });
      ws.once('open', () => resolve(new Socket(ws)));
      ws.once('unexpected-response', (_request, response) => {
        resolve(response.statusCode ?? 0);
        ws.terminate();
      });
      ws.once('error', (error) => (ws.readyState === WebSocket.CLOSED ? undefined : reject(error)));
    });
  }

  send(frame: unknown): void {
    this.ws.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
  }

  tallies(pollId: number) {
    return this.of('poll_vote', 'poll_update').filter((frame) => frame.pollId === pollId);
  }

  of<T extends ServerFrame['type']>(...types: T[]): Extract<ServerFrame, { type: T }>[] {
    return this.frames.filter((frame): frame is Extract<ServerFrame, { type: T }> =>
      (types as string[]).includes(frame.type),
    );
  }
}

const opened = async (client: Client): Promise<Socket> => {
  const socket = await Socket.open(client);
  if (typeof socket === 'number') throw new Error(`The upgrade was refused with ${socket}`);
  return socket;
};

describe('sockets', () => {
  const product = shareApi();
  let api: Api;
  let author: Person;
  let poll: Poll;
  beforeAll(async () => {
    api = await product.start();
    author = await api.person('Author');
    poll = await api.poll(author);
  }, 120_000);
  afterAll(() => product.stop(), 60_000);

  it('accept only sessions that connect from our own pages', async () => {
    expect(await Socket.open(api.client())).toBe(401);
    expect(await Socket.open(author, { origin: 'https://evil.example' })).toBe(403);
    const own = await Socket.open(author, { origin: api.origin });
    expect(own).toBeInstanceOf(Socket);
    (own as Socket).ws.close();
  });

  it('carry counts only to those who may see them, which a vote allows at once', async () => {
    const [waiting, voted] = [await api.person('Waiting'), await api.person('Voted')];
    await expectStatus(voted.post('/api/votes', { pollId: poll.id, optionIndex: 0 }), 200);
    const sockets = { waiting: await opened(waiting), voted: await opened(voted) };
    for (const socket of Object.values(sockets)) socket.send({ type: 'subscribe', pollId: poll.id });
    await eventually(() =>
      expect(Object.values(sockets).map((socket) => socket.tallies(poll.id).length)).not.toContain(0),
    );

    const before = Date.now();
    await expectStatus((await api.person()).post('/api/votes', { pollId: poll.id, optionIndex: 1 }), 200);
    await eventually(() =>
      expect(sockets.voted.tallies(poll.id).at(-1)).toMatchObject({
        type: 'poll_vote',
        votesCount: 2,
        options: [1, 1, 0],
      }),
    );
    // Sooner than any polling could notice.
    expect(Date.now() - before).toBeLessThan(5_000);
    await eventually(() =>
      expect(sockets.waiting.tallies(poll.id).at(-1)).toMatchObject({ type: 'poll_vote', votesCount: 2 }),
    );
    expect(sockets.waiting.tallies(poll.id).some((frame) => frame.options)).toBe(false);

    await expectStatus(waiting.post('/api/votes', { pollId: poll.id, optionIndex: 2 }), 200);
    await eventually(() =>
      expect(sockets.waiting.tallies(poll.id).at(-1)).toMatchObject({ votesCount: 3, options: [1, 1, 1] }),
    );
    // Nothing in any frame names a voter.
    expect(JSON.stringify([sockets.waiting.frames, sockets.voted.frames])).not.toMatch(/user|voter/i);
    for (const socket of Object.values(sockets)) socket.ws.close();
  });

  it('coalesce a burst into few frames with growing versions', async () => {
    const burst = await api.poll(author);
    const socket = await opened(author);
    await expectStatus(author.post('/api/votes', { pollId: burst.id, optionIndex: 0 }), 200);
    socket.send({ type: 'subscribe', pollId: burst.id });
    await eventually(() => expect(socket.tallies(burst.id).at(-1)).toMatchObject({ votesCount: 1 }));
    const voters = await Promise.all(Array.from({ length: 30 }, () => api.person()));
    const started = Date.now();
    await Promise.all(voters.map((voter) => voter.post('/api/votes', { pollId: burst.id, optionIndex: 1 })));
    await eventually(() =>
      expect(socket.tallies(burst.id).at(-1)).toMatchObject({ votesCount: 31, options: [1, 30, 0] }),
    );
    const frames = socket.tallies(burst.id).filter(({ votesCount }) => votesCount > 1);
    expect(frames.length).toBeLessThanOrEqual(Math.ceil((Date.now() - started) / 250) + 1);
    const versions = frames.map(({ version }) => version);
    expect(versions).toEqual([...versions].sort((a, b) => a - b));
    socket.ws.close();
  });

  it('answer nonsense with an error frame and stay open', async () => {
    const socket = await opened(author);
    for (const frame of [
      '{',
      '[]',
      'null',
      '{"type":"subscribe"}',
      '{"type":"subscribe","pollId":"1"}',
      '{"type":"shout","pollId":1}',
    ])
      socket.send(frame);
    await eventually(() => expect(socket.frames.filter(({ type }) => type === 'error')).toHaveLength(6));
    socket.send({ type: 'subscribe', pollId: 999_999 });
    await eventually(() => expect(socket.of('error').at(-1)).toMatchObject({ code: 'poll-not-found' }));
    expect(socket.closed).toBeUndefined();
    socket.send(`{"type":"subscribe","pollId":1,"pad":"${'x'.repeat(5_000)}"}`);
    await eventually(() => expect(socket.closed).toBe(1009));
  });

  it('bring comments to those who watch the poll, and remove deleted ones', async () => {
    const talked = await api.poll(author);
    const [reader, elsewhere] = [await opened(author), await opened(await api.person())];
    reader.send({ type: 'subscribe', pollId: talked.id });
    await eventually(() => expect(reader.tallies(talked.id)).not.toHaveLength(0));
    const speaker = await api.person('Speaker');
    const { body: comment } = await expectStatus(
      speaker.post<Comment>('/api/comments', { pollId: talked.id, content: ' By train. ' }),
      201,
    );
    await eventually(() =>
      expect(reader.of('poll_comment')).toEqual([
        {
          type: 'poll_comment',
          pollId: talked.id,
          comment: expect.objectContaining({ id: comment.id, content: 'By train.' }),
        },
      ]),
    );
    await eventually(() => expect(reader.tallies(talked.id).at(-1)).toMatchObject({ commentsCount: 1 }));
    await expectStatus(speaker.send('DELETE', `/api/comments/${comment.id}`), 204);
    await eventually(() =>
      expect(reader.of('poll_comment_update')).toEqual([
        { type: 'poll_comment_update', pollId: talked.id, deletedId: comment.id },
      ]),
    );
    await eventually(() => expect(reader.tallies(talked.id).at(-1)).toMatchObject({ commentsCount: 0 }));
    expect(elsewhere.of('poll_comment', 'poll_comment_update')).toEqual([]);
    for (const socket of [reader, elsewhere]) socket.ws.close();
  });

  it('bring notifications to every socket of their recipient and to nobody else', async () => {
    const [receiver, sender] = [await api.person('Receiver'), await api.person('Sender')];
    const sockets = [await opened(receiver), await opened(receiver)];
    const other = await opened(sender);
    await expectStatus(sender.post('/api/follows', { followingId: receiver.user.id }), 200);
    for (const socket of sockets) {
      await eventually(() =>
        expect(socket.of('notification').at(-1)).toMatchObject({
          action: 'new',
          notification: { type: 'follow', read: false, actor: { id: sender.user.id } },
        }),
      );
      await eventually(() =>
        expect(socket.of('notifications_count').at(-1)).toEqual({ type: 'notifications_count', count: 1 }),
      );
    }
    await expectStatus(receiver.post('/api/notifications/mark-all-read', {}), 200);
    await eventually(() => expect(sockets[0]!.of('notifications_count').at(-1)).toMatchObject({ count: 0 }));
    expect(other.of('notification', 'notifications_count')).toEqual([]);
    for (const socket of [...sockets, other]) socket.ws.close();
  });

  it('tell watchers that a poll was deleted', async () => {
    const doomed = await api.poll(author);
    const socket = await opened(await api.person());
    socket.send({ type: 'subscribe', pollId: doomed.id });
    await eventually(() => expect(socket.tallies(doomed.id).length).toBeGreaterThan(0));
    await expectStatus(author.send('DELETE', `/api/polls/${doomed.id}`), 204);
    await eventually(() =>
      expect(socket.tallies(doomed.id).at(-1)).toMatchObject({ type: 'poll_update', deleted: true }),
    );
    socket.ws.close();
  });

  it('show results to everyone at the end, unasked', async () => {
    const ending = await api.poll(author);
    await expectStatus(author.post('/api/votes', { pollId: ending.id, optionIndex: 0 }), 200);
    const socket = await opened(await api.person());
    // Late enough that the first frame arrives before the end.
    await api.stack.sql('polls', `update polls set end_date = now() + interval '4 seconds' where id = $1`, [ending.id]);
    socket.send({ type: 'subscribe', pollId: ending.id });
    await eventually(() => expect(socket.tallies(ending.id).length).toBeGreaterThan(0));
    expect(socket.tallies(ending.id)[0]!.options).toBeUndefined();
    await eventually(() => expect(socket.tallies(ending.id).at(-1)).toMatchObject({ options: [1, 0, 0] }), {
      timeoutMs: 20_000,
    });
    socket.ws.close();
  });

  it('show results to everyone when the author ends the poll, with its new end', async () => {
    const ending = await api.poll(author);
    await expectStatus(author.post('/api/votes', { pollId: ending.id, optionIndex: 0 }), 200);
    const socket = await opened(await api.person());
    socket.send({ type: 'subscribe', pollId: ending.id });
    await eventually(() => expect(socket.tallies(ending.id).length).toBeGreaterThan(0));
    const { endDate } = (await expectStatus(author.post<Poll>(`/api/polls/${ending.id}/end`), 200)).body;
    await eventually(() => expect(socket.tallies(ending.id)).toContainEqual(expect.objectContaining({ endDate })));
    await eventually(() => expect(socket.tallies(ending.id).at(-1)).toMatchObject({ options: [1, 0, 0] }));
    socket.ws.close();
  });

  it('close when their session ends', async () => {
    const person = await api.person();
    const socket = await opened(person);
    await person.post('/api/auth/logout');
    await eventually(() => expect(socket.closed).toBe(4401));
  });
});
