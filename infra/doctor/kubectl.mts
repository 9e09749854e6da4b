/** What kubectl's current context says, asked once for all checks. Values of Secrets are never asked for. */
import type { Host, Ran } from './host.mts';

const CONFIG_MAPS = ['inkling-config', 'gateway-config'];
/** Prints a line for each Secret: its name and keys. */
const SECRET_KEYS = '{{range .items}}{{.metadata.name}}{{range $key, $value := .data}} {{$key}}{{end}}{{"\\n"}}{{end}}';

/** The answer where a server does not know a kind, or its user may not see it. */
export interface Refused {
  problem: string;
}

export interface Resource {
  metadata: { name: string; namespace?: string; creationTimestamp?: string; annotations?: Record<string, string> };
}

export interface Conditions {
  conditions?: { type: string; status: string; message?: string; reason?: string }[];
}

export interface Deployment extends Resource {
  spec: { replicas: number; template: { spec: { containers: { image: string }[] } } };
  status?: { availableReplicas?: number };
}

/** Whether a resource has a condition, as far as its status says. */
export const isTrue = (status: Conditions | undefined, wanted: string) =>
  status?.conditions?.some(({ type, status: is }) => type === wanted && is === 'True') ?? false;

export class Kubectl {
  readonly namespace: string;
  #host: Pick<Host, 'run'>;
  #asked = new Map<string, Promise<Ran>>();

  constructor(host: Pick<Host, 'run'>, namespace: string) {
    this.#host = host;
    this.namespace = namespace;
  }

  /** @returns the current context's name */
  async context(): Promise<string> {
    const { code, stdout } = await this.run('config', 'current-context');
    return code === 0 ? stdout : 'no cluster';
  }

  /** Prints its own version and the server's, as JSON. */
  version() {
    return this.run('version', '--output', 'json');
  }

  run(...args: string[]): Promise<Ran> {
    const key = args.join(' ');
    const asked = this.#asked.get(key) ?? this.#host.run('kubectl', ['--request-timeout=8s', ...args]);
    this.#asked.set(key, asked);
    return asked;
  }

  /** Resources of a kind, such as `deployments.apps`, of all namespaces. */
  listAll<T extends Resource>(kind: string) {
    return this.#list<T>(kind, '--all-namespaces');
  }

  /** The same of our namespace. */
  list<T extends Resource>(kind: string) {
    return this.#list<T>(kind, '--namespace', this.namespace);
  }

  async #list<T>(kind: string, ...where: string[]): Promise<T[] | Refused> {
    const ran = await this.run('get', kind, ...where, '--output', 'json');
    return ran.code === 0 ? (JSON.parse(ran.stdout).items ?? []) : refused(ran);
  }

  /** @returns the keys of each Secret of our namespace */
  async secretKeys(): Promise<Map<string, string[]> | Refused> {
    const template = `go-template=${SECRET_KEYS}`;
    const ran = await this.run('get', 'secrets', '--namespace', this.namespace, '--output', template);
    if (ran.code !== 0) return refused(ran);
    const lines = ran.stdout.split('\n').map((line) => line.trim().split(' '));
    return new Map(lines.map(([name, ...keys]) => [name, keys]));
  }

  /** @returns the settings in the ConfigMaps of all services and of the gateway; nothing where there are none */
  async settings(): Promise<Record<string, string>> {
    const maps = await this.list<Resource & { data?: Record<string, string> }>('configmaps');
    if (!Array.isArray(maps)) return {};
    // Names end with a hash, and older versions stay; the newest is in use.
    const newestLast = maps.toSorted((one, other) => madeAt(one) - madeAt(other));
    const own = newestLast.filter(({ metadata }) =>
      CONFIG_MAPS.some((name) => metadata.name === name || metadata.name.startsWith(`${name}-`)),
    );
    return Object.assign({}, ...own.map(({ data }) => data ?? {}));
  }
}

const madeAt = ({ metadata }: Resource) => Date.parse(metadata.creationTimestamp ?? '');

const refused = ({ stderr, problem }: Ran): Refused => ({
  problem: problem === 'late' ? 'no answer' : (stderr.split('\n').at(-1) ?? 'refused'),
});
