import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { checkEnvironment, checkPrograms } from './checks.mjs';
import { FakeEngine } from './engine.spec-support.mjs';
import { parseOptions } from './options.mjs';
import { NotReady, Project } from './project.mjs';
import { Roll } from './roll.mjs';
import { forget, recall, remember } from './state.mjs';

/** Rolls on a fake engine; nothing is waited for. */
async function rolling(engine) {
  const project = await Project.read(engine);
  return new Roll(project, { patienceMs: 0, report: () => undefined, wait: async () => undefined });
}

describe('a service that is replaced', () => {
  it('has its new container beside the old one until that is ready', async () => {
    const engine = new FakeEngine(['polls', 'gateway']);
    await (await rolling(engine)).forward('polls', ['polls-1']);
    expect(engine.done).toEqual([
      'compose up --no-start --no-deps --no-recreate --no-build --scale polls=2 polls',
      'start polls-3',
      'stop polls-1',
    ]);
    expect(engine.running).toEqual(['gateway:old', 'polls:new']);
  });

  it('is found by its name only when it is ready, where nginx looks for it', async () => {
    const engine = new FakeEngine(['gateway']);
    await (await rolling(engine)).forward('gateway', ['gateway-1']);
    expect(engine.done.slice(1)).toEqual([
      'network disconnect front gateway-2',
      'start gateway-2',
      'network connect --alias gateway front gateway-2',
      'stop gateway-1',
    ]);
  });

  it('has as many containers as before, one new for one old', async () => {
    const engine = new FakeEngine(['polls', 'polls']);
    await (await rolling(engine)).forward('polls', ['polls-1', 'polls-2']);
    const order = engine.done.filter((line) => !line.startsWith('compose'));
    expect(order).toEqual(['start polls-3', 'stop polls-1', 'start polls-4', 'stop polls-2']);
    expect(engine.running).toEqual(['polls:new', 'polls:new']);
  });

  it.each([
    ['ends', /ended with code 3/],
    ['sick', /was not ready/],
  ])('stays as it is when the new one %s', async (how, said) => {
    const engine = new FakeEngine(['gateway', 'polls']);
    engine.bad.set('polls:new', how);
    const attempt = (await rolling(engine)).forward('polls', ['polls-2']);
    await expect(attempt).rejects.toThrow(said);
    await expect(attempt).rejects.toBeInstanceOf(NotReady);
    expect([engine.running, engine.all]).toEqual([['gateway:old', 'polls:old'], ['gateway-1', 'polls-2']]);
  });

  it('counts as failed when the gateway does not work with it', async () => {
    const engine = new FakeEngine(['gateway', 'polls']);
    engine.bad.set('gateway:old', 'sick');
    await expect((await rolling(engine)).forward('polls', ['polls-2'])).rejects.toThrow(/gateway was not ready/);
  });

  it('is put back: the old one runs before the new one ends', async () => {
    const engine = new FakeEngine(['polls', 'gateway']);
    const roll = await rolling(engine);
    await roll.forward('polls', ['polls-1']);
    engine.done = [];
    expect(await roll.back('polls', ['polls-1'])).toEqual([]);
    expect(engine.done).toEqual(['start polls-1', 'stop polls-3', 'rm -f polls-3']);
    expect(engine.running).toEqual(['gateway:old', 'polls:old']);
  });

  it('keeps its new container when the old one does not work any more', async () => {
    const engine = new FakeEngine(['polls', 'gateway']);
    const roll = await rolling(engine);
    await roll.forward('polls', ['polls-1']);
    engine.bad.set('polls:old', 'sick');
    expect(await roll.back('polls', ['polls-1'])).toEqual([expect.stringContaining('polls was not ready')]);
    expect(engine.running).toContain('polls:new');
  });
});

describe('a deploy that was killed', () => {
  /** It is killed after so many changes. */
  async function killedAfter(changes) {
    const engine = new FakeEngine(['gateway', 'polls']);
    const roll = await rolling(engine);
    const change = engine.change.bind(engine);
    engine.change = async (...args) => {
      if (engine.done.length >= changes) throw new Error('killed');
      return change(...args);
    };
    await roll.forward('gateway', ['gateway-1']).catch(() => undefined);
    engine.change = change;
    return { engine, roll };
  }

  it.each([1, 2, 3, 4, 5])('goes on from change %s, to the same end', async (changes) => {
    const { engine, roll } = await killedAfter(changes);
    await roll.forward('gateway', ['gateway-1']);
    expect(engine.running).toEqual(['gateway:new', 'polls:old']);
    const fresh = [...engine.containers.values()].filter(({ image }) => image === 'gateway:new');
    expect(fresh).toEqual([expect.objectContaining({ state: 'running', networks: new Set(['front']) })]);
  });

  it('goes on with another build, and leaves nothing of the first', async () => {
    const { engine } = await killedAfter(3);
    engine.image = 'newer';
    await (await rolling(engine)).forward('gateway', ['gateway-1']);
    expect(engine.running).toEqual(['gateway:newer', 'polls:old']);
    expect(engine.all).toHaveLength(3);
  });

  it('is remembered on disk until it has come to an end', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'inkling-deploy-'));
    try {
      const path = join(folder, 'below', 'inkling.json');
      expect(await recall(path)).toBeUndefined();
      await remember(path, { startedAt: 'now', old: { polls: ['a'] } });
      expect(await recall(path)).toEqual({ startedAt: 'now', old: { polls: ['a'] } });
      await forget(path);
      expect(await recall(path)).toBeUndefined();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('what is checked before anything changes', () => {
  const none = () => Promise.reject(new Error('not found'));
  const saying = (answers) => ({ look: async (...args) => answers[args[0]] ?? none() });

  it('finds programs that are too old, or not there', async () => {
    expect(await checkPrograms(saying({ version: '28.2.2', compose: 'v2.40.3' }))).toEqual([]);
    const old = await checkPrograms(saying({ version: '20.10.5+dfsg1', compose: '2.20.0' }));
    expect(old.join('\n')).toMatch(/^Docker Engine is 20\.10\.5.* 20\.10\.10 .*\nDocker Compose is 2\.20\.0/);
    const lacking = await checkPrograms(saying({ version: '28.2.2' }));
    expect(lacking).toEqual(['Docker Compose does not answer: none (not found)']);
  });

  it('finds what .env lacks', () => {
    const folder = mkdtempSync(join(tmpdir(), 'inkling-deploy-'));
    try {
      const file = join(folder, '.env');
      expect(checkEnvironment(file)).toEqual([expect.stringContaining('There is no .env')]);
      writeFileSync(file, 'SESSION_SECRET=x\n');
      const lacks = /lacks POSTGRES_PASSWORD.*PUBLIC_ORIGIN: npm run secrets -- --origin/;
      expect(checkEnvironment(file)).toEqual([expect.stringMatching(lacks)]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('has options, which are refused in one line', () => {
    const none = { source: 'build', backup: true, data: false, dryRun: false, patienceMs: 90_000 };
    expect(parseOptions([])).toMatchObject(none);
    expect(parseOptions(['--back'])).toMatchObject({ source: 'back', backup: false });
    for (const args of [['--pull', '--build'], ['--no-backup', '--backup-to', '/x'], ['--patience', '0'], ['--what']]) {
      expect(() => parseOptions(args)).toThrow(/^[^\n]+$/);
    }
  });
});
