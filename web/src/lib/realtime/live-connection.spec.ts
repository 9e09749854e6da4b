import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ServerFrame } from '@inkling/contracts';
import { WS_CLOSE_SIGNED_OUT } from '@inkling/contracts/constants';
import { LiveConnection, type LiveSocket } from './live-connection';

class FakeSocket implements LiveSocket {
  readyState = 0;
  sent: string[] = [];
  closed = false;
  private listeners: [string, (event: { data?: unknown; code?: number }) => void][] = [];
  send(data: string) {
    this.sent.push(data);
  }
  close() {
    this.closed = true;
  }
  addEventListener(type: 'open' | 'close' | 'message', listener: (event: { data?: unknown; code?: number }) => void) {
    this.listeners.push([type, listener]);
  }
  emit(type: string, event: { data?: unknown; code?: number } = {}) {
    this.readyState = type === 'open' ? 1 : type === 'close' ? 3 : this.readyState;
    for (const [name, listener] of this.listeners) if (name === type) listener(event);
  }
  frames() {
    return this.sent.splice(0).map((text) => JSON.parse(text) as { type: string; pollId: number });
  }
}

describe('LiveConnection', () => {
  let sockets: FakeSocket[];
  let live: LiveConnection;
  const last = () => sockets.at(-1) as FakeSocket;

  beforeEach(() => {
    jest.useFakeTimers();
    sockets = [];
    live = new LiveConnection(() => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('subscribes once per poll however many cards show it, and unsubscribes with the last', () => {
    const stop = [live.watch(7), live.watch(7)];
    last().emit('open');
    expect(last().frames()).toEqual([{ type: 'subscribe', pollId: 7 }]);
    stop[0]?.();
    jest.runOnlyPendingTimers();
    expect(last().frames()).toEqual([]);
    stop[1]?.();
    stop[1]?.();
    jest.advanceTimersByTime(2_000);
    expect(last().frames()).toEqual([{ type: 'unsubscribe', pollId: 7 }]);
    expect(sockets).toHaveLength(1);
  });

  it('subscribes again after a lost connection and reports what is watched, but not after the first one', () => {
    const back = jest.fn();
    live.onReconnect(back);
    live.watch(1);
    live.watch(2);
    last().emit('open');
    expect(back).not.toHaveBeenCalled();
    last().frames();
    last().emit('close', { code: 1006 });
    expect(live.status).toBe('connecting');
    last().emit('open');
    expect(
      last()
        .frames()
        .map((frame) => frame.pollId),
    ).toEqual([1, 2]);
    expect(back).toHaveBeenCalledWith([1, 2]);
  });

  it('stays away after 4401 until the session is there again', () => {
    live.watch(1);
    last().emit('open');
    last().emit('close', { code: WS_CLOSE_SIGNED_OUT });
    expect([live.status, last().closed]).toEqual(['refused', true]);
    live.watch(2);
    expect(sockets).toHaveLength(1);
    live.sessionReady();
    expect(sockets).toHaveLength(2);
    last().emit('open');
    expect(
      last()
        .frames()
        .map((frame) => frame.pollId),
    ).toEqual([1, 2]);
  });

  it('doubts the session when connecting keeps failing, and not after a single loss', () => {
    const doubt = jest.fn();
    live.onDoubt(doubt);
    live.watch(1);
    last().emit('open');
    last().emit('close', { code: 1006 });
    expect(doubt).not.toHaveBeenCalled();
    last().emit('close', { code: 1006 });
    expect(doubt).toHaveBeenCalledTimes(1);
    last().emit('open');
    last().emit('close', { code: 1006 });
    expect(doubt).toHaveBeenCalledTimes(1);
  });

  it('hands on frames and survives what is not JSON', () => {
    const seen: ServerFrame[] = [];
    live.onFrame((frame) => seen.push(frame));
    live.watch(3);
    last().emit('open');
    last().emit('message', { data: '{' });
    last().emit('message', {
      data: '{"type":"poll_vote","pollId":3,"version":1,"votesCount":1,"likesCount":0,"commentsCount":0}',
    });
    expect(seen).toMatchObject([{ type: 'poll_vote', pollId: 3 }]);
  });

  it('closes on logout and after a minute with nothing to watch', () => {
    live.watch(1)();
    last().emit('open');
    live.close();
    expect([live.status, last().closed]).toEqual(['off', true]);
    const stop = live.watch(1);
    expect(sockets).toHaveLength(2);
    last().emit('open');
    stop();
    jest.advanceTimersByTime(1_500);
    expect(live.status).toBe('open');
    jest.advanceTimersByTime(60_000);
    expect([live.status, last().closed]).toEqual(['off', true]);
  });

  it('stays up for who holds it, with nothing to watch, and goes a while after', () => {
    const release = live.hold();
    last().emit('open');
    expect(live.status).toBe('open');
    live.watch(7)();
    jest.advanceTimersByTime(120_000);
    expect(live.status).toBe('open');
    release();
    release();
    jest.advanceTimersByTime(59_000);
    expect(live.status).toBe('open');
    jest.advanceTimersByTime(2_000);
    expect(live.status).toBe('off');
    expect(last().closed).toBe(true);
  });

  it('comes back for who holds it once there is a session again', () => {
    live.hold();
    last().emit('close', { code: WS_CLOSE_SIGNED_OUT });
    expect(live.status).toBe('refused');
    live.sessionReady();
    expect(live.status).toBe('connecting');
    expect(sockets).toHaveLength(2);
  });

  it('says that it is lost as soon as the network is, and comes back with it', () => {
    const back = jest.fn();
    live.onReconnect(back);
    live.watch(7);
    last().emit('open');
    const old = last();
    live.pause();
    expect([live.status, old.closed, sockets.length]).toEqual(['connecting', true, 1]);
    old.emit('close', { code: 1000 });
    live.watch(8);
    expect(sockets).toHaveLength(1);
    live.resume();
    expect(sockets).toHaveLength(2);
    last().emit('open');
    expect(
      last()
        .frames()
        .map((frame) => frame.pollId),
    ).toEqual([7, 8]);
    expect(back).toHaveBeenCalledWith([7, 8]);
    live.close();
    live.pause();
    live.resume();
    expect([live.status, sockets.length]).toEqual(['off', 2]);
  });

  it('reconnects on demand: a new socket with every subscription, and nothing from the old one', () => {
    live.watch(7);
    const frames: ServerFrame[] = [];
    live.onFrame((frame) => frames.push(frame));
    last().emit('open');
    const old = last();
    live.reconnect();
    expect(old.closed).toBe(true);
    old.emit('close', { code: 1000 });
    old.emit('message', { data: '{"type":"notifications_count","count":1}' });
    last().emit('open');
    expect(last().frames()).toEqual([{ type: 'subscribe', pollId: 7 }]);
    expect(live.status).toBe('open');
    expect(frames).toEqual([]);
  });
});
