/** Replaces a service's containers one at a time, each new one beside the old, and puts the old ones back. */

import { SERVICES, type Container, type Project, type Red } from './project.mts';
import { reasonOf } from '../local/failure.mjs';

/** nginx asks for the gateways' addresses every two seconds. */
const ADDRESSES_MS = 3_000;
/** Whose containers nginx finds by name. A new one gets it when it is ready: until then nobody may be sent to it. */
const FOUND_BY_NAME: Record<string, string> = { gateway: 'front' };

export class Roll {
  readonly project: Project;
  readonly engine;
  readonly patienceMs;
  readonly report;
  readonly wait;
  /** Ids of containers that this deploy made. */
  #made = new Set();
  /** What was not ready before, and does not count against the new version. */
  red: Red = {};

  constructor(
    project: Project,
    {
      patienceMs,
      report,
      wait,
    }: { patienceMs: number; report: (line: string) => void; wait: (ms: number) => Promise<unknown> },
  ) {
    this.project = project;
    this.engine = project.engine;
    this.patienceMs = patienceMs;
    this.report = report;
    this.wait = wait;
  }

  /**
   * Afterwards as many new containers run as old ones did. The old ones are stopped and still there.
   * @param oldIds those that ran before
   * @param kept those that were there and did not run: they stay as they are
   * @throws {NotReady} when a new one does not become ready; it is removed again
   */
  async forward(service: string, oldIds: string[], kept: string[] = []) {
    const { project, engine } = this;
    const isCurrent = await project.isCurrent(service);
    const containers = (await project.containers(service)).filter(({ id }) => !kept.includes(id));
    const isOld = ({ id }: Container) => oldIds.includes(id);
    const fresh = containers.filter((one) => !isOld(one) && isCurrent(one));
    // What a deploy that was cut off had begun with, of another build.
    const strays = containers.filter((one) => !isOld(one) && !isCurrent(one));
    const leaving = [...strays, ...containers.filter(isOld)].filter(({ running }) => running);
    const replicas = Math.max(1, containers.filter(isOld).length);
    for (let n = 0; n < replicas; n += 1) {
      const id = await this.#add(service, fresh[n]);
      this.report(`${service}: a new one is ready${leaving.length > 0 ? ', an old one ends' : ''}.`);
      await this.#end(leaving.shift());
      if (replicas > 1 && n + 1 < replicas) await this.#works(service, id);
    }
    for (const one of leaving) await this.#end(one);
    for (const { id } of strays) await engine.change('rm', '-f', id);
    await this.gatewayWorks();
  }

  /** @returns id of a new container that is ready, and found by those who look for it */
  async #add(service: string, present?: Container): Promise<string> {
    const { project, engine } = this;
    const foundOn = FOUND_BY_NAME[service];
    const network = foundOn && project.networkName(foundOn);
    const id = present?.id ?? (await project.create(service));
    try {
      const exposed = network && (present ? !present.running && (await project.isOn(id, network)) : true);
      if (exposed) await engine.change('network', 'disconnect', network, id);
      if (!present?.running) await engine.change('start', id);
      this.#made.add(id);
      await project.ready(service, id, this.patienceMs, { red: this.red[service] });
      if (network && !(await project.isOn(id, network))) {
        await engine.change('network', 'connect', '--alias', service, network, id);
      }
      if (network) await this.wait(ADDRESSES_MS);
    } catch (error) {
      await engine.change('rm', '-f', id);
      throw error;
    }
    return id;
  }

  #works(service: string, id: string) {
    return this.project.ready(service, id, this.patienceMs, { red: this.red[service] });
  }

  /** Ends a service that the version does not have; `back` starts it again. */
  async end(oldIds: string[]) {
    for (const id of oldIds) await this.engine.change('stop', id);
  }

  /** Stops a container, which first finishes its requests; the compose file limits how long that takes. */
  async #end(container?: Container) {
    if (container) await this.engine.change('stop', container.name);
  }

  /**
   * Asks a gateway, which asks all services: one can be ready by itself and still not answer its callers. Parts that
   * were red before do not count; if no gateway could name them, the answer proves nothing.
   */
  async gatewayWorks() {
    const { gateway: red } = this.red;
    if (red === null) return;
    const gateways = (await this.project.containers('gateway')).filter(({ running }) => running);
    const [newest] = gateways.slice(-1);
    const made = this.#made.has(newest?.id);
    if (newest) await this.project.ready('gateway', newest.id, this.patienceMs, { made, red, whole: true });
  }

  /**
   * Starts the old containers again, waits for them, and removes the new ones.
   * @param kept as in forward
   * @returns what did not work, one line each
   */
  async back(service: string, oldIds: string[], kept: string[] = []): Promise<string[]> {
    const { project, engine } = this;
    const faults = [];
    const containers = await project.containers(service);
    const old = containers.filter(({ id }) => oldIds.includes(id));
    for (const { id, running } of old) {
      try {
        if (!running) await engine.change('start', id);
        const red = this.red[service];
        // One that did not work before need not now.
        if (red !== null) await project.ready(service, id, this.patienceMs, { made: false, red });
      } catch (error) {
        faults.push(`${service}: ${reasonOf(error)}`);
      }
    }
    if (service in FOUND_BY_NAME) await this.wait(ADDRESSES_MS);
    // Without an old one that works, a new one is better than none.
    if (faults.length > 0) return faults;
    const before = [...oldIds, ...kept];
    for (const { id } of containers.filter((one) => !before.includes(one.id))) {
      await engine.change('stop', id);
      await engine.change('rm', '-f', id);
    }
    this.report(`${service}: what ran before runs again.`);
    return faults;
  }
}

/**
 * What is not ready before a deploy: twice in a row, since a part may be red for a moment.
 * @param wait between the two
 */
export async function redBefore(project: Project, wait: () => Promise<unknown>): Promise<Red> {
  const red: Red = {};
  for (const service of [...SERVICES, 'gateway']) red[service] = await project.red(service);
  const unwell = Object.keys(red).filter((service) => red[service]?.length !== 0);
  if (unwell.length > 0) await wait();
  for (const service of unwell) {
    const [first, again] = [red[service], await project.red(service)];
    red[service] = first && again ? first.filter((part) => again.includes(part)) : (first ?? again ?? null);
  }
  return red;
}
