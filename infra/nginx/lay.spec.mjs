import { execFile, spawn } from 'node:child_process';
import * as fs from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@inkling/testing';
import { ROOT } from '../local/paths.mjs';
import { freePort } from '../local/ports.mts';
import { acquireNginx } from './acquire-nginx.mts';
import { ask } from './real-nginx.spec-support.mts';

const program = await acquireNginx();
if (!program) console.warn('Not tested: there is no nginx on the PATH, and none could be fetched');
/** The image's user; only root can switch to it. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const NGINX = join(ROOT, 'infra/nginx');
const LONG_AGO = new Date('2020-01-01');

(program ? describe : describe.skip)('a new version of pages and configuration', () => {
  const folder = fs.mkdtempSync(join(tmpdir(), 'inkling-lay-'));
  const [site, place] = [join(folder, 'site'), join(folder, 'place')];
  const env = {
    PATH: [dirname(program ?? ''), process.env.PATH].join(delimiter),
    NGINX_PLACE: place,
    GATEWAY: '127.0.0.1:9',
  };
  let port;
  let nginx;

  /** The files of a version's image. */
  function image(name, assets, configuration = '') {
    const [from, pages] = [join(folder, name, 'nginx'), join(folder, name, 'web')];
    for (const path of [join(from, 'snippets'), join(pages, 'assets')]) fs.mkdirSync(path, { recursive: true });
    for (const file of ['mime.types', 'start.sh', 'snippets']) {
      fs.cpSync(join(NGINX, file), join(from, file), { recursive: true });
    }
    const text = fs.readFileSync(join(NGINX, 'nginx.conf'), 'utf8') + configuration;
    const own = text.replaceAll('/tmp/nginx', place).replaceAll('/srv/web', join(site, 'web'));
    fs.writeFileSync(join(from, 'nginx.conf'), own.replaceAll('/dev/stdout', '/dev/null'));
    fs.writeFileSync(join(pages, 'index.html'), name);
    for (const asset of assets) fs.writeFileSync(join(pages, 'assets', asset), asset);
    return { LAY_FROM: from, LAY_PAGES: pages };
  }
  const run = (script, args, more = {}) =>
    promisify(execFile)('sh', [script, ...args], { env: { ...env, ...more }, ...NOBODY });
  const lay = (version) => run(join(NGINX, 'lay.sh'), [site], version);
  const settings = () => ({ NGINX_CONF: join(site, 'nginx/nginx.conf'), LISTEN: `127.0.0.1:${port}` });
  const reload = () => run(join(site, 'nginx/start.sh'), ['reload'], settings());
  const text = async (path, agent) => {
    const answer = await ask(port, path, { agent });
    return answer.status === 200 ? answer.text : answer.status;
  };

  beforeAll(async () => {
    for (const path of [site, place]) fs.mkdirSync(path);
    for (const path of [folder, site, place]) fs.chmodSync(path, 0o777);
    port = await freePort();
    await lay(image('first', ['a-1.js', 'b-1.js']));
    const started = { env: { ...env, ...settings() }, stdio: 'ignore', ...NOBODY };
    nginx = spawn('sh', [join(site, 'nginx/start.sh')], started);
    await eventually(async () => expect(await text('/')).toBe('first'));
  });
  afterAll(async () => {
    const ended = new Promise((resolve) => nginx.once('exit', resolve));
    nginx.kill('SIGTERM');
    await ended;
    fs.rmSync(folder, { recursive: true });
  });

  it('is loaded without a failed request, on new connections and on open ones', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 4 });
    const seen = new Map();
    let over = false;
    const visitor = async (kept) => {
      while (!over) {
        const reason = (error) => (kept && error.code === 'ECONNRESET' ? 'closed when idle' : error.message);
        const said = await text('/', kept).catch(reason);
        seen.set(said, (seen.get(said) ?? 0) + 1);
      }
    };
    const visitors = [visitor(), visitor(), visitor(agent), visitor(agent)];
    for (const name of ['second', 'third', 'fourth']) {
      await lay(image(name, ['b-1.js', `c-${name}.js`]));
      await reload();
      await eventually(() => expect(seen.get(name)).toBeGreaterThan(20));
    }
    over = true;
    await Promise.all(visitors);
    agent.destroy();
    seen.delete('closed when idle');
    expect([...seen.keys()]).toEqual(['first', 'second', 'third', 'fourth']);
  });

  it('keeps the files of open pages for a time', async () => {
    const all = ['a-1.js', 'b-1.js', 'c-second.js', 'c-fourth.js'];
    const asked = (names) => Promise.all(names.map((name) => text(`/assets/${name}`)));
    expect(await asked(all)).toEqual(all);
    expect(fs.readdirSync(join(site, 'releases'))).toHaveLength(1);
    for (const name of ['a-1.js', 'c-fourth.js']) fs.utimesSync(join(site, 'web/assets', name), LONG_AGO, LONG_AGO);
    await lay(image('fifth', []));
    // The last version's own file was in use until now, so it stays even if it is old.
    expect(await asked(['a-1.js', 'c-fourth.js', 'c-second.js'])).toEqual([404, 'c-fourth.js', 'c-second.js']);
  });

  it('is not used when nginx refuses its configuration, or a file is missing', async () => {
    const before = fs.readlinkSync(join(site, 'current'));
    const refused = { stderr: expect.stringContaining('unknown directive') };
    await expect(lay(image('broken', ['d.js'], 'what is this;'))).rejects.toMatchObject(refused);
    await expect(lay({ ...image('half', []), LAY_PAGES: join(folder, 'missing') })).rejects.toThrow();
    expect(fs.readlinkSync(join(site, 'current'))).toBe(before);
    expect([fs.readdirSync(join(site, 'releases')).length, await text('/assets/d.js')]).toEqual([1, 404]);
    await reload();
    expect(await text('/')).toBe('fifth');
  });
});
