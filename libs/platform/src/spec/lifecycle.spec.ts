import { describe, expect, it } from '@jest/globals';
import { healthRpc } from '@inkling/contracts';
import { startStack } from '@inkling/testing';
import { ConfigError, startService } from '../index.js';
import { retryDelayMs } from '../index.js';
import { notesRpc, notesService } from './notes-service.spec-support.js';

describe('start and end of a service', () => {
  it('names a missing or bad variable, and never its value', async () => {
    const start = startService(notesService, {
      env: { DATABASE_URL: 'postgresql://secret@nowhere/x', HTTP_PORT: 'eighty' },
    });
    await expect(start).rejects.toThrow(ConfigError);
    await expect(start).rejects.toThrow(/NATS_URL.*HTTP_PORT|HTTP_PORT.*NATS_URL/);
    await expect(start).rejects.not.toThrow(/secret/);
  });

  it('answers the calls under way before it ends, and publishes what they committed', async () => {
    const stack = await startStack({ services: [notesService] });
    try {
      const slow = stack.rpc.call({ ...notesRpc.slow, timeoutMs: 20_000 }, { ms: 200 });
      const calls = Array.from({ length: 20 }, (_, index) =>
        stack.rpc.call(notesRpc.write, { userId: 1 + index, name: 'n' }),
      );
      const writes = Promise.allSettled(calls);
      const [answer] = await Promise.all([slow, calls[0]!.then(() => stack.stopService('auth'))]);
      expect(answer).toEqual({ done: true });
      const written = (await writes).filter((write) => write.status === 'fulfilled').length;
      const [rows] = await stack.sql<{ notes: number; unpublished: number }>(
        'auth',
        `select (select count(*)::int from notes) as notes,
           (select count(*)::int from outbox where published_at is null) as unpublished`,
      );
      expect(rows).toEqual({ notes: written, unpublished: 0 });
    } finally {
      await stack.stop();
    }
  });

  it('goes on answering calls while it drains, and says that it does', async () => {
    const stack = await startStack({ services: [notesService], env: { DRAIN_MS: '600000', OPS_PORT: '0' } });
    try {
      const service = stack.service('auth');
      const readiness = () => fetch(`http://127.0.0.1:${service.opsPort}/health/ready`).then(({ status }) => status);
      expect(await readiness()).toBe(200);
      const stopped = stack.stopService('auth');
      expect(await readiness()).toBe(503);
      // The gateway asks by a call, which any replica answers.
      await expect(stack.rpc.call(healthRpc('auth'), {})).resolves.toMatchObject({ ready: true });
      await expect(stack.rpc.call(notesRpc.write, { userId: 900, name: 'n' })).resolves.toEqual({ written: true });
      expect(service.hurry()).toBe(true);
      await stopped;
      await expect(stack.rpc.call(healthRpc('auth'), {})).rejects.toMatchObject({ status: 503 });
    } finally {
      await stack.stop();
    }
  });

  it('waits longer after each failed delivery, up to a minute', () => {
    expect([1, 2, 3, 7, 20].map(retryDelayMs)).toEqual([200, 400, 800, 12_800, 60_000]);
  });
});
