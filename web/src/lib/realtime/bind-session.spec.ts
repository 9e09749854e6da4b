import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { WS_CLOSE_SIGNED_OUT } from '@inkling/contracts/constants';
import { ME } from '../session';
import { bindSession } from './index';
import { LiveConnection, type LiveSocket } from './live-connection';

type Listener = (event: { data?: unknown; code?: number }) => void;

describe('bindSession', () => {
  let client: QueryClient;
  let live: LiveConnection;
  let opened: number;
  let listeners: [string, Listener][];
  let me: unknown;
  let stop: () => void;
  const asked = jest.fn();
  const emit = (type: string, event = {}) =>
    listeners.filter(([name]) => name === type).forEach(([, listener]) => listener(event));

  beforeEach(async () => {
    jest.useFakeTimers();
    asked.mockClear();
    opened = 0;
    listeners = [];
    me = { id: 1 };
    client = new QueryClient();
    live = new LiveConnection((): LiveSocket => {
      opened += 1;
      listeners = [];
      return {
        readyState: 1,
        send: () => undefined,
        close: () => undefined,
        addEventListener: (type: string, listener: Listener) => listeners.push([type, listener]),
      };
    });
    bindSession(client, live);
    const queryFn = () => {
      asked();
      return Promise.resolve(me);
    };
    stop = new QueryObserver(client, { queryKey: ME, queryFn, retry: false }).subscribe(() => undefined);
    await jest.advanceTimersByTimeAsync(0);
    live.watch(1);
    emit('open');
  });
  afterEach(() => {
    stop();
    client.clear();
    jest.useRealTimers();
  });

  it('closes when the session ends', () => {
    client.setQueryData(ME, null);
    expect(live.status).toBe('off');
  });

  it('asks for the session after 4401 and connects again when there is one, later each time', async () => {
    emit('close', { code: WS_CLOSE_SIGNED_OUT });
    expect([live.status, opened]).toEqual(['refused', 1]);
    await jest.advanceTimersByTimeAsync(1_100);
    expect([asked.mock.calls.length, opened]).toEqual([2, 2]);
    emit('close', { code: WS_CLOSE_SIGNED_OUT });
    await jest.advanceTimersByTimeAsync(1_100);
    expect(opened).toBe(2);
    await jest.advanceTimersByTimeAsync(1_100);
    expect(opened).toBe(3);
  });

  it('stays closed after 4401 when the session is over', async () => {
    me = null;
    emit('close', { code: WS_CLOSE_SIGNED_OUT });
    await jest.advanceTimersByTimeAsync(1_100);
    expect([live.status, opened]).toEqual(['off', 1]);
  });

  it('asks for the session while connecting keeps failing', async () => {
    emit('close', { code: 1006 });
    emit('close', { code: 1006 });
    await jest.advanceTimersByTimeAsync(1_100);
    expect(asked).toHaveBeenCalledTimes(2);
  });
});
