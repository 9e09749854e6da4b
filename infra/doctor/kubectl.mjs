/** What kubectl's current context says, asked once for all checks. Values of Secrets are never asked for. */
const CONFIG_MAPS = ['inkling-config', 'gateway-config'];
/** Names and keys of Secrets alone. */
const SECRET_KEYS = '{{range .items}}{{.metadata.name}}{{range $key, $value := .data}} {{$key}}{{end}}{{"\\n"}}{{end}}';

/**
 * Where a server knows no such kind, or its user may not look.
 * @typedef {{ problem: string }} Refused
 */

export class Kubectl {
  #host;
  #asked = new Map();

  /** @param {import('./host.mjs').Host} host @param {string} namespace */
  constructor(host, namespace) {
    this.#host = host;
    this.namespace = namespace;
  }

  /** @returns {Promise<string>} the current context's name */
  async context() {
    const { code, stdout } = await this.run('config', 'current-context');
    return code === 0 ? stdout : 'no cluster';
  }

  /** @returns {Promise<import('./host.mjs').Ran>} its own version and the server's, as JSON */
  version() {
    if (!this.#asked.has('version')) this.#asked.set('version', this.run('version', '--output', 'json'));
    return this.#asked.get('version');
  }

  /** @returns {Promise<import('./host.mjs').Ran>} @param {string[]} args */
  run(...args) {
    return this.#host.run('kubectl', ['--request-timeout=8s', ...args]);
  }

  /**
   * @param {string} kind such as `deployments.apps`
   * @param {{ namespaced?: boolean }} [where] of our namespace, else of all
   * @returns {Promise<any[] | Refused>}
   */
  list(kind, { namespaced = false } = {}) {
    const where = namespaced ? ['--namespace', this.namespace] : ['--all-namespaces'];
    const args = ['get', kind, ...where, '--output', 'json'];
    const key = args.join(' ');
    if (!this.#asked.has(key)) this.#asked.set(key, this.#list(args));
    return this.#asked.get(key);
  }

  async #list(args) {
    const { code, stdout, stderr, problem } = await this.run(...args);
    if (code === 0) return JSON.parse(stdout).items ?? [];
    return { problem: problem === 'late' ? 'no answer' : (stderr.split('\n').at(-1) ?? 'refused') };
  }

  /** @returns {Promise<Map<string, string[]> | Refused>} the keys of each Secret of our namespace */
  async secretKeys() {
    const args = ['get', 'secrets', '--namespace', this.namespace, '--output', `go-template=${SECRET_KEYS}`];
    const { code, stdout, stderr } = await this.run(...args);
    if (code !== 0) return { problem: stderr.split('\n').at(-1) ?? 'refused' };
    const lines = stdout.split('\n').map((line) => line.trim().split(' '));
    return new Map(lines.map(([name, ...keys]) => [name ?? '', keys]));
  }

  /**
   * @returns {Promise<Record<string, string>>} what the ConfigMaps of all and of the gateway say; nothing where there
   * is none
   */
  async settings() {
    const maps = await this.list('configmaps', { namespaced: true });
    if (!Array.isArray(maps)) return {};
    // Names have a hash behind them, and older ones stay; the newest is in use.
    const newest = maps.toSorted(
      (one, other) => Date.parse(one.metadata.creationTimestamp) - Date.parse(other.metadata.creationTimestamp),
    );
    const own = newest.filter(({ metadata }) =>
      CONFIG_MAPS.some((name) => metadata.name === name || metadata.name.startsWith(`${name}-`)),
    );
    return Object.assign({}, ...own.map(({ data }) => data ?? {}));
  }
}
