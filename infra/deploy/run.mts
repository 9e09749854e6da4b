/** A deploy from its first check to its last, or back to what there was. */
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { LaunchFailure, reasonOf } from '../local/failure.mjs';
import { acquireLock } from '../local/lock.mjs';
import { ROOT } from '../local/paths.mjs';
import { checkEnvironment, checkInstallation, checkPrograms, checkRoom } from './checks.mts';
import { Engine } from './engine.mts';
import { Front } from './front.mts';
import { canHold } from './hold.mts';
import { bringImages, holdRunning, keepPrevious, PREVIOUS } from './images.mts';
import { bringPermissions } from './permissions.mts';
import { DATA, JOBS, Project, SERVICES } from './project.mts';
import { redBefore, Roll } from './roll.mts';
import { deployPaths, forget, recall, remember, type Memory } from './state.mts';
import type { DeployOptions } from './options.mts';

const ENV_FILES = ['infra/docker/images.env', '.env'];
/** The backup's folder: a moment that is a file name. */
const stamp = () => new Date().toISOString().slice(0, 19).replaceAll(':', '-');
/** What is red for a moment only is not unwell. */
const AGAIN_MS = 2_000;
const ROLLED = [...SERVICES, 'gateway'];

/** @throws {LaunchFailure} */
export async function deploy(options: DeployOptions) {
  const env = options.source === 'back' ? { ...process.env, INKLING_VERSION: PREVIOUS } : process.env;
  const engine = new Engine({ folder: ROOT, envFiles: ENV_FILES, dryRun: options.dryRun, env });
  refuse([...(await checkPrograms(engine)), ...checkEnvironment(join(ROOT, '.env'))]);
  const project = await Project.read(engine);
  const paths = deployPaths(ROOT, project.name);
  await mkdir(dirname(paths.lock), { recursive: true });
  const lock = await acquireLock(paths.lock);
  if (!lock.held) {
    throw new LaunchFailure(`Process ${lock.pid} deploys ${project.name} already: let it come to its end.`);
  }
  try {
    await new Deploy(project, options, paths).run();
  } finally {
    await lock.release();
  }
}

function refuse(findings: string[]) {
  if (findings.length > 0) throw new LaunchFailure('Nothing was changed.', { detail: findings.join('\n') });
}

class Deploy {
  readonly project: Project;
  readonly engine;
  readonly options: DeployOptions;
  readonly paths: ReturnType<typeof deployPaths>;
  readonly report;
  readonly roll: Roll;
  readonly front: Front;
  /** Services that the version to go back to does not have. */
  #later: string[] = [];
  #memory: Memory = { startedAt: new Date().toISOString(), old: {}, kept: {}, red: {} };

  constructor(project: Project, options: DeployOptions, paths: ReturnType<typeof deployPaths>) {
    this.project = project;
    this.engine = project.engine;
    this.options = options;
    this.paths = paths;
    const report = (line: string) => console.log(line);
    this.report = report;
    const wait = (ms?: number) => (options.dryRun ? Promise.resolve() : delay(ms));
    this.roll = new Roll(project, { patienceMs: options.patienceMs, report, wait });
    this.front = new Front(project, { report });
  }

  async run() {
    const { project, engine, options } = this;
    refuse([
      ...(await checkRoom(engine, options.source)),
      ...(await checkInstallation(project, engine.folder, options)),
    ]);
    const interrupted = await recall(this.paths.memory);
    if (interrupted) {
      this.#memory = interrupted;
      this.roll.red = interrupted.red ?? {};
      const next = options.source === 'back' ? 'it is undone' : 'this one goes on from there';
      this.report(`The deploy of ${interrupted.startedAt} was cut off; ${next}.`);
      if (options.source === 'back') return this.#undo();
    }
    await this.#images(interrupted);
    await this.#compare();
    if (!interrupted) await this.#unwell();
    await this.#refuseGap();
    if (options.backup) await this.#backup();
    await this.#data();
    if (options.source !== 'back') await this.#jobs();
    if (!options.dryRun) await remember(this.paths.memory, this.#memory);
    try {
      await this.#replace();
    } catch (error) {
      await this.#goBack(error);
    }
    await this.#finish();
  }

  async #images(interrupted?: Memory) {
    const { project, options } = this;
    this.report(options.source === 'build' ? 'Images are built ...' : 'Images ...');
    // What runs in an interrupted deploy is partly new already.
    const running = !interrupted && options.source !== 'back' ? await holdRunning(project) : [];
    this.#later = await bringImages(project, options.source);
    const isOther = await keepPrevious(project, running);
    if (!interrupted) this.#memory = { ...this.#memory, same: !isOther, back: options.source === 'back' };
  }

  /** Notes what has to be replaced, and what it consists of now. */
  async #compare() {
    const { project } = this;
    for (const service of [...ROLLED, 'nginx']) {
      const { old, kept, whole } = await project.found(service);
      // What a killed deploy has noted stays: containers that it made are no old ones.
      if (service in this.#memory.old || whole) continue;
      if (this.#later.includes(service) && old.length + kept.length === 0) continue;
      this.#memory.old[service] = old;
      this.#memory.kept = { ...this.#memory.kept, [service]: kept };
    }
    const names = Object.keys(this.#memory.old).filter((name) => !this.#later.includes(name));
    if (this.#later.length > 0) this.report(`The version before does not have: ${this.#later.join(', ')}.`);
    this.report(names.length > 0 ? `To be replaced: ${names.join(', ')}.` : 'Every service is of this version.');
  }

  /** Notes what was not ready before: the new version may be what mends it, and has not broken it. */
  async #unwell() {
    const red = await redBefore(this.project, () => this.roll.wait(AGAIN_MS));
    this.#memory.red = red;
    this.roll.red = red;
    const said = Object.entries(red).filter(([, parts]) => parts?.length !== 0);
    if (said.length === 0) return;
    const words = said.map(([service, parts]) => (parts ? `${service} (${parts.join(', ')})` : service));
    this.report(`Not ready before this deploy, which does not count against it: ${words.join(', ')}.`);
  }

  #kept(service: string | number) {
    return this.#memory.kept?.[service] ?? [];
  }

  /** nginx itself changes rarely: with its base image, or its part of the compose file. */
  async #refuseGap() {
    const { project, engine, options } = this;
    const [old] = (await project.containers('nginx')).filter(({ id }) => this.#memory.old.nginx?.includes(id));
    if (!old || options.briefOutage || (await canHold(engine, old.image))) return;
    throw new LaunchFailure(
      'nginx itself has to be replaced, and iptables does not work here to let those wait who come in that moment: ' +
        'with --brief-outage they are refused for about two seconds. Nothing was changed.',
    );
  }

  /** A second one beside it is not possible, so these wait for somebody to say so. */
  async #data() {
    const { project, engine, options } = this;
    for (const service of DATA) {
      const containers = await project.containers(service);
      const isCurrent = await project.isCurrent(service);
      if (containers.length > 0 && containers.every(isCurrent)) continue;
      if (containers.length > 0 && !options.data) {
        this.report(
          `${service} has another image or other settings in this version, and goes on as it is. ` +
            'To replace it, with some seconds of 503: npm run deploy -- --data',
        );
        continue;
      }
      this.report(`${service} is replaced ...`);
      await engine.changeCompose('up', '-d', '--no-deps', '--wait', service);
    }
  }

  async #backup() {
    const folder = this.options.backupTo ?? join(this.paths.backups, stamp());
    this.report(`Backup to ${folder} ...`);
    const said = `npm run backup -- --compose --to ${folder}`;
    const program = join(ROOT, 'infra/backup/backup.mjs');
    await this.engine.show(process.execPath, [program, '--compose', '--to', folder], said);
  }

  /** Old code goes on meanwhile: migrations only add. */
  async #jobs() {
    const { engine } = this;
    if (await bringPermissions(this.project)) this.report('NATS has read its new permissions.');
    this.report('Jobs: roles, streams, migrations ...');
    for (const job of JOBS.filter((name) => name !== 'web')) {
      await engine.changeCompose('run', '--rm', '--no-deps', '-T', job).catch((cause) => {
        const message = `The job ${job} failed. No service was replaced: what runs goes on, and this can be repeated.`;
        throw new LaunchFailure(message, { detail: cause.detail, cause });
      });
    }
  }

  /** Callers come after what they call: pages last; on the way back first, since old ones work with what is new. */
  async #replace() {
    const isBack = this.options.source === 'back';
    if (isBack) await this.#front();
    const { old } = this.#memory;
    const stays = (name: string) => name in old && !this.#later.includes(name);
    for (const service of (isBack ? ROLLED.toReversed() : ROLLED).filter(stays)) {
      await this.roll.forward(service, old[service], this.#kept(service));
    }
    // No gateway is left that calls them.
    for (const service of this.#later) await this.roll.end(old[service] ?? []);
    if (!isBack) await this.#front();
    await this.roll.gatewayWorks();
    await this.front.works(this.roll.red.gateway);
  }

  async #front() {
    this.#memory.laid = true;
    if (!this.options.dryRun) await remember(this.paths.memory, this.#memory);
    await this.front.forward(this.#memory.old.nginx ?? [], this.#kept('nginx'));
  }

  /** @param error why */
  async #goBack(error: unknown): Promise<never> {
    const detail = error instanceof LaunchFailure ? error.detail : undefined;
    this.report(`${reasonOf(error)} Going back ...`);
    const faults = await this.#restore();
    const outcome =
      faults.length === 0
        ? 'What ran before runs again, and nothing was lost: look at the lines above, correct it, and deploy again. ' +
          'The migrations stay; they only add.'
        : `Going back did not work out everywhere: ${faults.join(' ')} Run npm run deploy -- --back, or look at ` +
          'docker ps -a.';
    throw new LaunchFailure(`${reasonOf(error)} This version was not deployed. ${outcome}`, { detail, cause: error });
  }

  async #undo() {
    const faults = await this.#restore();
    if (faults.length > 0) throw new LaunchFailure('Not everything is back.', { detail: faults.join('\n') });
    this.report('What ran before runs again.');
  }

  /** @returns what did not work */
  async #restore(): Promise<string[]> {
    const { old, laid } = this.#memory;
    const lay = () => this.#layPrevious();
    const faults = laid ? await this.front.back(old.nginx ?? [], lay, this.#kept('nginx')) : [];
    for (const service of ROLLED.filter((name) => name in old).reverse()) {
      faults.push(...(await this.roll.back(service, old[service], this.#kept(service))));
    }
    if (faults.length === 0 && !this.options.dryRun) await forget(this.paths.memory);
    return faults;
  }

  async #layPrevious() {
    const { engine, project } = this;
    const { back, same } = this.#memory;
    // The same version once more, with other settings: the tag `previous` is of the one before that.
    if (same && !back) return this.front.lay();
    const env = back ? process.env : { ...engine.env, INKLING_VERSION: PREVIOUS };
    const before = new Engine({ folder: engine.folder, envFiles: ENV_FILES, dryRun: engine.dryRun, env });
    return new Front(new Project(before, project.name), { report: this.report }).lay();
  }

  async #finish() {
    const { project, engine } = this;
    for (const [service, old] of Object.entries(this.#memory.old)) {
      const ids = [...old, ...this.#kept(service)];
      // Somebody may have removed them meanwhile.
      const left = (await project.containers(service)).filter(({ id }) => ids.includes(id));
      for (const { name } of left) await engine.change('rm', '-f', name);
    }
    await this.#others();
    if (engine.dryRun) return this.report('Nothing was changed.');
    await forget(this.paths.memory);
    const which = this.options.source === 'back' ? 'the version before' : 'this version';
    return this.report(`${project.name} runs ${which}.`);
  }

  /** Profiles of which anything runs: compose replaces what has changed, and adds what is new in them. */
  async #others() {
    const { project, engine } = this;
    const running = (await engine.lookCompose('ps', '--services')).split('\n');
    const used = running.flatMap((name) => project.profilesOf(name));
    const isUsed = (name: string) => project.profilesOf(name).some((profile) => used.includes(profile));
    const others = project.services.filter(isUsed);
    if (others.length === 0 || this.options.source === 'back') return;
    await engine.changeCompose('up', '-d', '--no-deps', ...others);
    // New rules are in a folder that it has read already.
    if (others.includes('prometheus')) await engine.changeCompose('kill', '-s', 'HUP', 'prometheus');
  }
}
