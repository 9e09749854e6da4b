/** The rehearsal of a deploy, from an empty project to none. */
import { spawn } from 'node:child_process';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { table } from '../docker/faults/table.mts';
import { LaunchFailure, reasonOf } from '../local/failure.mjs';
import { LOAD_LIMITS } from '../load/load-limits.mts';
import { checkOut } from './checkout.mts';
import { Engine } from './engine.mts';
import { SERVICES } from './project.mts';
import { firstFailures, rowOf, Traffic, type Figures } from './traffic.mts';

const OWN = [...SERVICES, 'gateway', 'web', 'admin'];
const TAGS: Record<string, string> = { old: 'rehearsal-old', new: 'rehearsal-new' };
const MOST_RECONNECT_MS = 5_000;
/** For a part that holds data and is replaced. */
const MOST_AWAY_MS = 15_000;
/** Load before and after, so that what lingers is seen. */
const AROUND_MS = 5_000;
const PATIENCE_S = '40';
/** One that answers its callers wrongly and its health check too; and one that does not get that far. */
const BROKEN: Record<string, string> = {
  gateway: `require('http').createServer((_, a) => a.writeHead(500).end()).listen(8080, '0.0.0.0')`,
  search: `if (process.argv.includes('--migrate')) import('/app/main.mjs');
    else { console.error('search: bad configuration.'); process.exit(3); }`,
};

export interface RehearsalOptions {
  from: string;
  to: string;
  project: string;
  port: number;
  rate: number;
  sockets: number;
  data: boolean;
  built: boolean;
  keep: boolean;
}

/** @throws {LaunchFailure} when anything failed */
export async function rehearse(options: RehearsalOptions) {
  const folder = await mkdtemp(join(tmpdir(), 'inkling-rehearsal-'));
  const rehearsal = new Rehearsal(options, folder);
  try {
    await rehearsal.run();
  } finally {
    await rehearsal.remove();
  }
}

class Rehearsal {
  readonly options: RehearsalOptions;
  readonly folder: string;
  readonly origin;
  readonly env;
  readonly engine: Engine;
  readonly traffic: Traffic;
  #rows: Record<string, string | number>[] = [];
  #faults: string[] = [];

  constructor(options: RehearsalOptions, folder: string) {
    this.options = options;
    this.folder = folder;
    this.origin = `http://127.0.0.1:${options.port}`;
    this.env = { ...process.env, COMPOSE_PROJECT_NAME: options.project };
    this.engine = new Engine({ folder, envFiles: ['infra/docker/images.env', '.env'], env: this.env });
    const { rate, sockets } = options;
    this.traffic = new Traffic({ origin: this.origin, rate, sockets, dataDir: join(folder, '.data') });
  }

  async run() {
    const { options } = this;
    const upgrade = `${options.from} to ${options.to}`;
    await this.#images();
    console.log(`Starting ${options.from} ...`);
    await this.engine.changeCompose('up', '-d', '--no-build', '--wait');
    await this.traffic.begin();
    await delay(AROUND_MS);
    this.#report('before', this.traffic.figures());
    await this.#upgrade();
    if (options.data) await this.#deploys('the same without --data', { succeeds: false });
    await this.#deploys(upgrade, { succeeds: true, data: options.data });
    await this.#deploys('back to the version before', { succeeds: true, back: true });
    await this.#newImages();
    await this.#deploys('other images, killed half way', { succeeds: false, killAt: /^polls: a new one/m });
    await this.#deploys('the same, gone on with', { succeeds: true });
    for (const service of Object.keys(BROKEN)) await this.#brokenDeploy(service);
    this.#faults.push(...(await this.traffic.end()));
    console.log(`\n${table(this.#rows)}`);
    if (this.#faults.length > 0) {
      throw new LaunchFailure('The deploy was noticed.', { detail: this.#faults.join('\n') });
    }
    console.log(`\nNo request failed, and every socket was open again within ${MOST_RECONNECT_MS / 1_000} s.`);
  }

  /**
   * Both versions are built before anything runs: a build takes the processors from what is measured. Ends with the old
   * version in the folder.
   */
  async #images() {
    const { options, folder } = this;
    for (const which of options.built ? (['old'] as const) : (['new', 'old'] as const)) {
      const ref = which === 'old' ? options.from : options.to;
      await checkOut(ref, folder);
      await rm(join(folder, '.env'), { force: true });
      await this.#secrets();
      await this.#settings(which);
      if (options.built) continue;
      console.log(`Building ${ref} ...`);
      await this.engine.changeCompose('build');
    }
  }

  /** The version's own `npm run secrets`, which keeps what there is. */
  async #secrets() {
    const program = join(this.folder, 'infra/secrets/secrets.mjs');
    const args = [program, '--file', join(this.folder, '.env'), '--origin', this.origin];
    await this.engine.show(process.execPath, args, 'npm run secrets');
  }

  async #settings(which: string) {
    const settings = {
      HTTP_BIND: '127.0.0.1',
      HTTP_PORT: this.options.port,
      INKLING_VERSION: TAGS[which],
      ...LOAD_LIMITS,
      AUTH_SIGNUPS_PER_IP: 1_000,
      AUTH_ACCESS_TOKEN_SECONDS: 3_600,
      POSTGRES_SHARED_BUFFERS: '128MB',
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
    await appendFile(join(this.folder, '.env'), `\n${lines.join('\n')}\n`);
  }

  /** As an operator does: another version in the same folder, and the secrets that it needs. */
  async #upgrade() {
    await checkOut(this.options.to, this.folder);
    await this.#secrets();
    const file = join(this.folder, '.env');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace(/^INKLING_VERSION=.*$/m, `INKLING_VERSION=${TAGS.new}`));
  }

  /**
   * Every image once more, under the same name and with another id: what an ordinary upgrade is, where nginx stays.
   */
  async #newImages() {
    for (const name of OWN) await this.#layer(name, 'LABEL rehearsal=again');
  }

  /**
   * @param name of an image of the new version
   * @param line of a Dockerfile that is added to it
   */
  async #layer(name: string, line: string) {
    const image = `inkling/${name}:${TAGS.new}`;
    const file = join(this.folder, '.data', 'layer.Dockerfile');
    await writeFile(file, `FROM ${image}\n${line}\n`);
    await this.engine.change('build', '-q', '-t', image, '-f', file, join(this.folder, 'infra/docker/offline'));
  }

  async #deploys(
    what: string,
    {
      succeeds,
      data = false,
      back = false,
      killAt,
    }: { succeeds: boolean; data?: boolean; back?: boolean; killAt?: RegExp },
  ) {
    const start = Date.now();
    const program = join(this.folder, 'infra/deploy/deploy.mjs');
    const how = back ? ['--back'] : ['--no-build', '--no-backup', ...(data ? ['--data'] : [])];
    const args = [program, ...how, '--patience', PATIENCE_S];
    const child = spawn(process.execPath, args, {
      cwd: this.folder,
      env: this.env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child.stdout.on('data', (chunk: Buffer) => {
      process.stdout.write(chunk);
      if (killAt?.test(String(chunk))) child.kill('SIGKILL');
    });
    const code = await new Promise<number | null>((resolve, reject) =>
      child.once('error', reject).once('close', resolve),
    );
    await delay(AROUND_MS);
    console.log(`${what}: exit code ${code} after ${Math.round((Date.now() - start) / 1_000)} s.`);
    if ((code === 0) !== succeeds) this.#faults.push(`${what}: the deploy ended with ${code}`);
    this.#report(what, this.traffic.figures(), data);
    const { sockets } = this.options;
    const { open } = this.traffic;
    if (open !== sockets) this.#faults.push(`${what}: ${open} of ${sockets} sockets are open`);
  }

  /** @param data whether a part that holds data was replaced: 503 is the right answer while it is away */
  #report(what: string, figures: Figures, data = false) {
    this.#rows.push(rowOf(what, figures));
    const { failures, longestReconnectMs: longest } = figures;
    const away = data ? failures.filter(({ status }) => status === 503) : [];
    const awayMs = (away.at(-1)?.at ?? 0) - (away[0]?.at ?? 0);
    if (data) console.log(`${away.length} requests were answered 503, from the first to the last ${awayMs} ms.`);
    if (awayMs > MOST_AWAY_MS) this.#faults.push(`${what}: answers were 503 for ${Math.round(awayMs / 1_000)} s`);
    const others = failures.filter((failure) => !away.includes(failure));
    const { length } = others;
    if (length > 0) this.#faults.push(`${what}: ${length} requests failed:\n${firstFailures(others)}`);
    if (longest > MOST_RECONNECT_MS) this.#faults.push(`${what}: a socket was away for ${Math.round(longest)} ms`);
  }

  async #brokenDeploy(service: string) {
    const { engine } = this;
    const image = `inkling/${service}:${TAGS.new}`;
    const whole = `inkling/${service}:rehearsal-whole`;
    await engine.change('tag', image, whole);
    await this.#layer(service, `ENTRYPOINT ${JSON.stringify(['node', '-e', BROKEN[service], '--'])}`);
    try {
      const before = await this.#running(service);
      await this.#deploys(`a broken ${service}`, { succeeds: false });
      const after = await this.#running(service);
      if (before !== after) this.#faults.push(`a broken ${service}: ${before} ran before, and ${after} do now`);
    } finally {
      await engine.change('tag', whole, image);
    }
  }

  #running(service: string) {
    return this.engine.lookCompose('ps', '-q', service);
  }

  async remove() {
    const attempt = (work: Promise<unknown>) => work.catch((error: unknown) => console.error(reasonOf(error)));
    await attempt(this.engine.changeCompose('--profile', '*', 'down', '-v', '--timeout', '5'));
    if (this.options.keep) return;
    const tags = [...Object.values(TAGS), 'rehearsal-whole', 'previous'];
    for (const name of OWN) {
      for (const tag of tags) await this.engine.change('rmi', `inkling/${name}:${tag}`).catch(() => undefined);
    }
    await rm(this.folder, { recursive: true, force: true });
  }
}
