import { afterEach, expect, it, jest } from '@jest/globals';
import { DEFAULT_SETTINGS, insightsRpc, ServerConfig, type InsightKind } from '@inkling/contracts';
import { eventually } from '@inkling/testing';
import { ApiError, type BaseConfig, type LiveBus, type RpcClient } from '@inkling/platform';
import { GatewayConfig } from '../config.js';
import { Instance } from '../instance/instance.js';
import { publicInstance } from '../instance/public-instance.js';
import { ServerController } from './server.controller.js';

/** Community as a gateway reaches it, with what it answers and the way to say that something has changed. */
function community(answer: () => Promise<object>) {
  let hear: () => void = () => undefined;
  const call = () => answer();
  const subscribe = (_subject: string, listener: () => void) => {
    hear = listener;
    return () => undefined;
  };
  const instance = new Instance({ call } as unknown as RpcClient, { subscribe } as unknown as LiveBus);
  instance.onApplicationBootstrap();
  return { instance, changed: () => hear() };
}
/** The instance of an operator who has decided nothing, or whose community service is away. */
const unset = () => community(() => Promise.reject(new ApiError('unavailable'))).instance;

afterEach(() => {
  jest.restoreAllMocks();
});

it('offers Deep Dive while insights says that it can be had, asking it at most every ten seconds', async () => {
  const { now } = Date;
  const began = now();
  let seconds = 0;
  jest.spyOn(Date, 'now').mockImplementation(() => began + seconds * 1_000);
  let kind: InsightKind | null = 'passages';
  let asked = 0;
  const call = (contract: unknown) => {
    if (contract !== insightsRpc.features) return Promise.resolve({});
    asked += 1;
    return Promise.resolve({ insights: kind !== null, kind });
  };
  const server = new ServerController(
    { call } as unknown as RpcClient,
    { NODE_ENV: 'test' } as BaseConfig,
    {} as GatewayConfig,
    unset(),
  );
  const offer = async () => {
    const { features, insightsKind } = await server.config();
    return [features.insights, insightsKind];
  };

  expect(await offer()).toEqual([true, 'passages']);
  kind = null;
  await Promise.all(Array.from({ length: 100 }, offer));
  expect(asked).toBe(1);
  seconds = 11;
  expect(await offer()).toEqual([false, null]);
  kind = 'ai';
  seconds = 22;
  expect(await offer()).toEqual([true, 'ai']);
  expect(asked).toBe(3);
});

it('keeps the features of auth and notifications while they are away, but not Deep Dive without insights', async () => {
  const { now } = Date;
  const began = now();
  let seconds = 0;
  jest.spyOn(Date, 'now').mockImplementation(() => began + seconds * 1_000);
  let away = true;
  const call = (): Promise<object> =>
    away
      ? Promise.reject(new ApiError('unavailable'))
      : Promise.resolve({ insights: true, kind: 'ai', push: true, pushKey: 'key', mail: true });
  const server = new ServerController(
    { call } as unknown as RpcClient,
    { NODE_ENV: 'test' } as BaseConfig,
    {} as GatewayConfig,
    unset(),
  );
  const offered = async () => {
    const { features, pushKey } = await server.config();
    return [features.push, features.mail, pushKey, features.insights];
  };

  expect(await offered()).toEqual([false, false, null, false]);
  away = false;
  seconds = 3;
  expect(await offered()).toEqual([true, true, 'key', true]);
  away = true;
  seconds = 20;
  expect(await offered()).toEqual([true, true, 'key', false]);
});

it('hands on who runs the server, and nothing where the operator says nothing', async () => {
  const call = () => Promise.resolve({});
  const settings = (environment: Record<string, string>) =>
    GatewayConfig.parse({ SESSION_SECRET: 'a secret of at least thirty-two characters', ...environment });
  const operatorOf = async (environment: Record<string, string>) =>
    (
      await new ServerController(
        { call } as unknown as RpcClient,
        { NODE_ENV: 'test' } as BaseConfig,
        settings(environment),
        unset(),
      ).config()
    ).operator;

  expect(await operatorOf({})).toEqual({ name: null, email: null, social: [] });
  const given = {
    OPERATOR_NAME: 'Harbour Polls',
    SUPPORT_EMAIL: 'help@harbour.example',
    SOCIAL_LINKS: 'https://x.com/a, https://b.example/@a',
  };
  expect(await operatorOf(given)).toEqual({
    name: 'Harbour Polls',
    email: 'help@harbour.example',
    social: ['https://x.com/a', 'https://b.example/@a'],
  });
  expect(() => settings({ SUPPORT_EMAIL: 'nobody' })).toThrow();
  expect(() => settings({ SOCIAL_LINKS: 'javascript:alert(1)' })).toThrow();
});

it('hands on where the source of this server is, and nothing where nobody says so', async () => {
  const call = () => Promise.resolve({});
  const settings = (environment: Record<string, string>) =>
    GatewayConfig.parse({ SESSION_SECRET: 'a secret of at least thirty-two characters', ...environment });
  const sourceOf = async (environment: Record<string, string>) => {
    const server = new ServerController(
      { call } as unknown as RpcClient,
      { NODE_ENV: 'test' } as BaseConfig,
      settings(environment),
      unset(),
    );
    return ServerConfig.parse(await server.config()).links.source;
  };

  expect(await sourceOf({})).toBeNull();
  expect(await sourceOf({ SOURCE_URL: 'https://code.example/inkling' })).toBe('https://code.example/inkling');
  for (const wrong of ['javascript:alert(1)', 'nowhere', 'ftp://code.example'])
    expect(() => settings({ SOURCE_URL: wrong })).toThrow();
});

it('tells what the operator decides, at once after a change, and the last known while community is away', async () => {
  const settings = { ...DEFAULT_SETTINGS, name: 'Harbour Polls', contactAddress: 'us@harbour.example' };
  const answer = { version: 1, settings, pages: ['privacy'], terms: null, announcements: [] as object[] };
  let away = true;
  let asked = 0;
  const { instance, changed } = community(() => {
    asked += 1;
    return away ? Promise.reject(new ApiError('unavailable')) : Promise.resolve({ ...answer });
  });
  const server = new ServerController(
    { call: () => Promise.resolve({}) } as unknown as RpcClient,
    { NODE_ENV: 'test' } as BaseConfig,
    GatewayConfig.parse({
      SESSION_SECRET: 'a secret of at least thirty-two characters',
      OPERATOR_NAME: 'Somebody',
      PRIVACY_URL: 'https://somebody.example/privacy',
    }),
    instance,
  );

  const before = ServerConfig.parse(await server.config());
  expect(before.operator.name).toBe('Somebody');
  expect(before.instance).toMatchObject({ pages: [], rules: DEFAULT_SETTINGS.rules, signUp: { mode: 'open' } });
  away = false;
  changed();
  await eventually(async () => expect((await server.config()).operator.name).toBe('Harbour Polls'));
  await Promise.all(Array.from({ length: 50 }, () => server.config()));
  expect(asked).toBe(2);
  const { operator, links, instance: now } = await server.config();
  expect([operator.name, operator.email, links.privacy]).toEqual(['Harbour Polls', 'us@harbour.example', null]);
  expect(now?.pages).toEqual(['rules', 'privacy']);
  away = true;
  changed();
  expect((await server.config()).operator.name).toBe('Harbour Polls');
});

it('waits for a community service that never answers only once, and not for long', async () => {
  const { instance } = community(() => new Promise<object>(() => undefined));
  const began = performance.now();
  for (let read = 0; read < 20; read += 1) expect((await instance.now()).version).toBe(0);
  expect(performance.now() - began).toBeLessThan(3_000);
});

it('shows announcements from their beginning until their end', async () => {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const announcement = (id: number, from: number, until: number | null) => ({
    id,
    title: 'Closed on Sunday',
    text: null,
    level: 'notice',
    from: at(from),
    until: until === null ? null : at(until),
  });
  const announcements = [announcement(1, -5, null), announcement(2, -5, 5), announcement(3, 5, null)];
  const { instance } = community(() =>
    Promise.resolve({ version: 0, settings: DEFAULT_SETTINGS, pages: [], terms: null, announcements }),
  );
  const shown = publicInstance(await instance.now());
  expect(shown.announcements.map(({ id }) => id)).toEqual([1, 2]);
  expect(shown.pages).toEqual([]);
});
