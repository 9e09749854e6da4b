import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { checkEnvironment, checkPrograms } from './checks.mts';
import { FakeEngine } from './engine.spec-support.mts';
import { Front } from './front.mts';
import { bringImages, holdRunning, keepPrevious } from './images.mts';
import { parseOptions } from './options.mts';
import { NotReady, Project, SERVICES } from './project.mts';
import { redBefore, Roll } from './roll.mts';
import { forget, recall, remember } from './state.mts';

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
    expect([engine.running, engine.all]).toEqual([
      ['gateway:old', 'polls:old'],
      ['gateway-1', 'polls-2'],
    ]);
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

describe('a service that was not well before', () => {
  /** polls-1 ends again and again, and the gateway says so. */
  async function unwell() {
    const engine = new FakeEngine(['polls', 'auth', 'gateway']);
    engine.containers.get('polls-1').state = 'restarting';
    engine.parts.set('gateway:old', { nats: 'ok', polls: 'unavailable' });
    const roll = await rolling(engine);
    return { engine, roll };
  }

  it('keeps the container that it had, whatever the new one did', async () => {
    const { engine, roll } = await unwell();
    roll.red = { gateway: ['polls'] };
    const { old, kept } = await roll.project.found('polls');
    expect([old, kept]).toEqual([[], ['polls-1']]);
    await roll.forward('polls', old, kept);
    expect(engine.all).toEqual(['polls-1', 'auth-2', 'gateway-3', 'polls-4']);
    expect(await roll.back('polls', old, kept)).toEqual([]);
    expect(engine.all).toEqual(['polls-1', 'auth-2', 'gateway-3']);
    engine.bad.set('polls:new', 'sick');
    await expect(roll.forward('polls', old, kept)).rejects.toBeInstanceOf(NotReady);
    expect(engine.all).toEqual(['polls-1', 'auth-2', 'gateway-3']);
  });

  it('keeps no other from being replaced, unless that makes more unready', async () => {
    const { engine, roll } = await unwell();
    await expect(roll.forward('auth', ['auth-2'])).rejects.toThrow(/gateway was not ready/);
    expect(await roll.back('auth', ['auth-2'])).toEqual([]);
    roll.red = await redBefore(roll.project, async () => undefined);
    expect(roll.red).toMatchObject({ polls: null, auth: [], gateway: ['polls'] });
    await roll.forward('auth', ['auth-2']);
    expect(engine.running).toEqual(['auth:new', 'gateway:old']);
    engine.parts.set('gateway:old', { polls: 'unavailable', auth: 'unavailable' });
    await expect(roll.gatewayWorks()).rejects.toThrow(/gateway was not ready/);
  });

  it('is not unwell for a part that is red for a moment', async () => {
    const { engine, roll } = await unwell();
    const red = await redBefore(roll.project, async () => engine.parts.set('gateway:old', { polls: 'ok' }));
    expect(red.gateway).toEqual([]);
  });

  it('counts the ends only of containers that the deploy made', async () => {
    const engine = new FakeEngine(['polls', 'gateway']);
    engine.containers.get('polls-1').restarts = 2;
    engine.containers.get('gateway-2').restarts = 1;
    const roll = await rolling(engine);
    await roll.forward('polls', ['polls-1']);
    expect(await roll.back('polls', ['polls-1'])).toEqual([]);
    engine.containers.get('polls-1').restarts = 0;
    await expect(roll.project.ready('gateway', 'gateway-2', 0)).rejects.toThrow(/ended with code/);
  });

  it('does not undo the deploy at its end', async () => {
    const engine = new FakeEngine(['nginx']);
    const asked = [];
    const look = engine.look.bind(engine);
    engine.look = (...args) => {
      if (args[2] === 'curl') asked.push(new URL(args.at(-1)).pathname);
      return look(...args);
    };
    const front = new Front(await Project.read(engine), { report: () => undefined });
    await front.works([]);
    await front.works(['search']);
    await front.works(null);
    expect(asked).toEqual(['/health/ready', '/', '/health/live', '/', '/health/live', '/']);
  });
});

describe('nginx that is put back', () => {
  /** nginx-1 was replaced by another one. */
  async function replaced(volume) {
    const engine = new FakeEngine(['nginx']);
    engine.containers.get('nginx-1').volume = volume;
    const front = new Front(await Project.read(engine), { report: () => undefined });
    await front.forward(['nginx-1']);
    engine.done = [];
    return { engine, front, lay: () => engine.changeCompose('run', 'web') };
  }

  it.each([
    ['the version before, where it reads them from the volume', 'web', ['compose run web']],
    ['its own, where they are in its image', undefined, []],
  ])('starts with the files of %s', async (_what, volume, laid) => {
    const { engine, front, lay } = await replaced(volume);
    expect(await front.back(['nginx-1'], lay)).toEqual([]);
    expect(engine.done).toEqual([...laid, 'stop -t 2 nginx-2', 'start nginx-1', 'rm -f nginx-2']);
  });

  it('takes the files of the version before over, where it runs again already', async () => {
    const { engine, front, lay } = await replaced('web');
    await engine.change('rm', '-f', 'nginx-2');
    await engine.change('start', 'nginx-1');
    engine.done = [];
    expect(await front.back(['nginx-1'], lay)).toEqual([]);
    expect(engine.done).toEqual(['compose run web', 'exec nginx-1 sh /srv/nginx/start.sh reload']);
  });

  it('is not removed when it does not start any more', async () => {
    const { engine, front, lay } = await replaced('web');
    engine.bad.set('nginx:old', 'ends');
    expect(await front.back(['nginx-1'], lay)).toEqual([expect.stringContaining('ended')]);
    expect([engine.all, engine.running]).toEqual([['nginx-1', 'nginx-2'], ['nginx:new']]);
  });
});

describe('images of the version before', () => {
  it('stay those when the same version is deployed once more', async () => {
    const engine = new FakeEngine(['auth', 'gateway']);
    engine.services = [...SERVICES, 'gateway', 'web', 'streams'];
    const deploysImages = async () => {
      const project = await Project.read(engine);
      return keepPrevious(project, await holdRunning(project));
    };
    expect(await deploysImages()).toBe(true);
    const kept = ['auth', 'gateway'].map((name) => engine.tags.get(`${name}:previous`));
    expect(kept).toEqual(['auth:old', 'gateway:old']);
    const roll = await rolling(engine);
    await roll.forward('auth', ['auth-1']);
    await roll.forward('gateway', ['gateway-2']);
    expect(await deploysImages()).toBe(false);
    expect(['auth', 'gateway'].map((name) => engine.tags.get(`${name}:previous`))).toEqual(kept);
    expect(engine.done.filter((line) => line.endsWith(':previous'))).toHaveLength(engine.services.length);
  });
});

describe('the way back to a version before a service existed', () => {
  /** The community service runs, and the version before has no image of that service. */
  async function goingBack() {
    const engine = new FakeEngine(['community', 'gateway']);
    engine.services = [...SERVICES, 'gateway', 'web', 'streams'];
    engine.image = 'previous';
    engine.missing.add('community:previous');
    return { engine, project: await Project.read(engine) };
  }

  it('finds that service missing, and nothing else may be', async () => {
    const { engine, project } = await goingBack();
    expect(await bringImages(project, 'back')).toEqual(['community']);
    await expect(bringImages(project, 'no-build')).rejects.toThrow('There is no image community:previous.');
    engine.missing.add('gateway:previous');
    await expect(bringImages(project, 'back')).rejects.toThrow(/no version before this one is kept here/);
  });

  it('ends it, and starts it again where going back fails', async () => {
    const { engine } = await goingBack();
    const roll = await rolling(engine);
    await roll.end(['community-1']);
    expect(engine.running).toEqual(['gateway:old']);
    expect(await roll.back('community', ['community-1'])).toEqual([]);
    expect(engine.running).toEqual(['community:old', 'gateway:old']);
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
      const lacks = /lacks POW_SECRET.*POSTGRES_PASSWORD.*PUBLIC_ORIGIN: npm run secrets -- --origin/;
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
