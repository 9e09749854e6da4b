/** The last step: pages and nginx' configuration, without closing the published port. */
import { setTimeout as delay } from 'node:timers/promises';
import { LaunchFailure, reasonOf } from '../local/failure.mjs';
import { hold } from './hold.mts';
import type { Project } from './project.mts';

/** Those under way when nginx itself is replaced have so long; the others wait meanwhile. */
const FINISH_S = '2';
const READY_MS = 10_000;
/** Connections that were made just before the others have to wait reach nginx in this time. */
const ADMITTED_MS = 500;

export class Front {
  readonly project: Project;
  readonly engine;
  readonly report;
  constructor(project: Project, { report }: { report: (line: string) => void }) {
    this.project = project;
    this.engine = project.engine;
    this.report = report;
  }

  /** Puts pages and configuration into their volume, after nginx has found the configuration good. */
  lay() {
    return this.engine.changeCompose('run', '--rm', '--no-deps', '-T', 'web');
  }

  /**
   * @param oldIds nginx containers that are not what the compose file says; mostly none
   * @param kept those that were there and did not run: they stay
   */
  async forward(oldIds: string[], kept: string[] = []) {
    await this.lay();
    if (oldIds.length > 0) await this.#replace(oldIds, kept);
    else await this.#reload();
  }

  /** Has nginx take over what the volume holds. Its old workers finish what they have. */
  async #reload(version = 'the new version') {
    for (const { name } of await this.#running()) {
      await this.engine.change('exec', name, 'sh', '/srv/nginx/start.sh', 'reload');
    }
    this.report(`nginx: pages and configuration are those of ${version}.`);
  }

  async #running() {
    return (await this.project.containers('nginx')).filter(({ running }) => running);
  }

  async #replace(oldIds: string | string[], kept: string | string[]) {
    const { project, engine } = this;
    const containers = (await project.containers('nginx')).filter(({ id }) => !kept.includes(id));
    const isCurrent = await project.isCurrent('nginx');
    const made = containers.find((one) => !oldIds.includes(one.id) && isCurrent(one));
    const id = made?.id ?? (await project.create('nginx'));
    const old = containers.filter((one) => oldIds.includes(one.id));
    await this.#swap({ from: old, to: [{ id }], made: true });
    const strays = containers.filter((one) => ![id, ...oldIds].includes(one.id));
    for (const { name } of strays) await engine.change('rm', '-f', name);
    this.report('nginx: replaced; whoever came in that moment waited for it.');
  }

  /**
   * One after the other, since one port cannot be published twice.
   * @param options `made`: whether the deploy made those of `to`
   */
  async #swap({ from, to, made }: { from: { id: string; image?: string }[]; to: { id: string }[]; made: boolean }) {
    const { engine, project } = this;
    const release = await this.#held(from);
    try {
      if (!engine.dryRun) await delay(ADMITTED_MS);
      for (const { id } of from) await engine.change('stop', '-t', FINISH_S, id);
      for (const { id } of to) await engine.change('start', id);
      for (const { id } of to) await project.ready('nginx', id, READY_MS, { made });
    } catch (error) {
      for (const { id } of to) await engine.change(...(made ? ['rm', '-f'] : ['stop']), id);
      for (const { id } of from) await engine.change('start', id);
      throw error;
    } finally {
      await release();
    }
  }

  async #held(containers: { image?: string }[]) {
    const { engine, project } = this;
    const image = containers[0]?.image;
    const port = project.publishedPort;
    if (engine.dryRun) this.report(`  (new connections to port ${port} wait from here until nginx runs)`);
    if (engine.dryRun || !image) return async () => undefined;
    try {
      return await hold(engine, { image, port });
    } catch (error) {
      this.report(`${reasonOf(error)} They are refused for about two seconds.`);
      return async () => undefined;
    }
  }

  /**
   * The nginx that was there, and the pages of the version before, where that had them in the volume.
   * @param kept as in forward
   * @returns what did not work
   */
  async back(oldIds: string[], layPrevious: () => Promise<unknown>, kept: string[] = []): Promise<string[]> {
    const { engine, project } = this;
    try {
      const containers = await project.containers('nginx');
      const old = containers.filter(({ id }) => oldIds.includes(id));
      const fresh = containers.filter(({ id }) => ![...oldIds, ...kept].includes(id));
      if (old.length > 0) {
        const from = fresh.filter(({ running }) => running);
        const mounted = await Promise.all(old.map(({ id }) => project.mounts(id, 'web')));
        const readsVolume = mounted.includes(true);
        // It reads the volume as it starts: with the new files it would be the old nginx with a new configuration.
        if (readsVolume) await layPrevious();
        if (old.some(({ running }) => !running)) await this.#swap({ from, to: old, made: false });
        else if (readsVolume) await this.#reload('the version before');
        for (const { id } of fresh) await engine.change('rm', '-f', id);
        return [];
      }
      await layPrevious();
      await this.#reload('the version before');
      return [];
    } catch (error) {
      return [`nginx: ${reasonOf(error)}`];
    }
  }

  /**
   * @param red parts that were not ready before: which others are is the gateway's to say then
   * @throws {LaunchFailure} unless nginx has the pages and a gateway that is ready behind it
   */
  async works(red: string[] | null = []) {
    if (this.engine.dryRun) return;
    const [nginx] = await this.#running();
    for (const path of [red?.length === 0 ? '/health/ready' : '/health/live', '/']) {
      const curl = ['curl', '-fsS', '--retry', '5', '--retry-all-errors', '-o', '/dev/null'];
      await this.engine.look('exec', nginx?.id ?? 'none', ...curl, `http://127.0.0.1:8080${path}`).catch((cause) => {
        throw new LaunchFailure(`nginx does not answer ${path} well.`, { detail: cause.detail, cause });
      });
    }
  }
}
