/** A running compose project: finds, stops, starts, scales and calls its containers. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { LaunchFailure, reasonOf } from '../../local/failure.mjs';
import { ROOT } from '../../local/paths.mjs';

const execute = promisify(execFile);
const COMMAND_MS = 180_000;
/** A little longer than `stop_grace_period` of docker-compose.yml. */
const STOP_SECONDS = 65;
const HEALTHY_MS = 120_000;
const ENVIRONMENT_LABEL = 'com.docker.compose.project.environment_file';

/** @returns what it printed */
export async function docker(...args: string[]): Promise<string> {
  try {
    return (await execute('docker', args, { timeout: COMMAND_MS, maxBuffer: 16 * 1024 * 1024 })).stdout.trim();
  } catch (error) {
    throw new LaunchFailure(`docker ${args.slice(0, 6).join(' ')} ... failed.`, {
      detail: (error as { stderr?: string }).stderr || reasonOf(error),
      cause: error,
    });
  }
}

export class Project {
  readonly name: string;
  readonly envFiles: string[];
  constructor(name: string, envFiles: string[]) {
    this.name = name;
    this.envFiles = envFiles;
  }

  /** Finds a project by its containers; the variables are those that it was started with. */
  static async find({ project, envFile }: { project: string; envFile?: string | undefined }) {
    const [container] = (
      await docker(
        'ps',
        '-q',
        '--filter',
        `label=com.docker.compose.project=${project}`,
        '--filter',
        'label=com.docker.compose.service=nginx',
      )
    ).split('\n');
    if (!container)
      throw new LaunchFailure(
        `There is no running compose project ${project} with an nginx: start it as docs/operations says.`,
      );
    const label = await docker('inspect', '--format', `{{index .Config.Labels "${ENVIRONMENT_LABEL}"}}`, container);
    const given = envFile ? [join(ROOT, 'infra/docker/images.env'), envFile] : label.split(',').filter(Boolean);
    return new Project(project, given);
  }

  compose(...args: string[]) {
    return docker(
      'compose',
      ...this.envFiles.flatMap((file) => ['--env-file', file]),
      '-f',
      join(ROOT, 'docker-compose.yml'),
      '-p',
      this.name,
      ...args,
    );
  }

  /** @returns origin under which nginx answers on this computer */
  async origin(): Promise<string> {
    const port = (await this.compose('port', 'nginx', '8080')).split('\n')[0]?.split(':').at(-1);
    return `http://localhost:${port}`;
  }

  /** @returns ids of its containers, the first replica first */
  async containers(service: string, { running = false }: { running?: boolean } = {}): Promise<string[]> {
    const lines = await docker(
      'ps',
      ...(running ? [] : ['-a']),
      '--filter',
      `label=com.docker.compose.project=${this.name}`,
      '--filter',
      `label=com.docker.compose.service=${service}`,
      '--format',
      '{{.Names}} {{.ID}}',
    );
    const number = (line: string) => Number(/-(\d+) /.exec(line)?.[1] ?? 0);
    return lines
      .split('\n')
      .filter(Boolean)
      .sort((a, b) => number(a) - number(b))
      .map((line) => line.split(' ')[1] ?? '');
  }

  /** Ends containers as an operator does, or with SIGKILL as in a crash. */
  async stop(ids: string[], kill: boolean = false) {
    if (!kill) return docker('stop', '-t', String(STOP_SECONDS), ...ids);
    // The engine restarts neither a stopped nor a killed container.
    return docker('kill', ...ids);
  }

  start(ids: string[]) {
    return docker('start', ...ids);
  }

  /** Waits until the engine finds containers healthy. */
  async healthy(ids: string[]) {
    const deadline = Date.now() + HEALTHY_MS;
    for (;;) {
      const states = (
        await docker(
          'inspect',
          '--format',
          '{{if .State.Health}}{{.State.Health.Status}}{{else}}{{.State.Status}}{{end}}',
          ...ids,
        )
      ).split('\n');
      if (states.every((state) => state === 'healthy' || state === 'running')) return;
      if (Date.now() > deadline)
        throw new LaunchFailure(`A container is ${states.join(', ')} after ${HEALTHY_MS / 1_000} s.`);
      await delay(250);
    }
  }

  /** Runs this many containers of each service, without replacing running ones. */
  async scale(replicas: Record<string, number>) {
    const scales = Object.entries(replicas).flatMap(([service, count]) => ['--scale', `${service}=${count}`]);
    await this.compose('up', '-d', '--no-deps', '--no-recreate', '--no-build', ...scales, ...Object.keys(replicas));
    for (const service of Object.keys(replicas)) await this.healthy(await this.containers(service));
  }

  /**
   * Calls an application from inside its container, since it publishes no port.
   * @param path such as /health/live
   * @returns status 0 when it does not answer
   */
  async ask(container: string, path: string): Promise<{ status: number; body: string }> {
    const script = `
      const url = 'http://127.0.0.1:' + (process.env.HTTP_PORT ?? 8080) + ${JSON.stringify(path)};
      fetch(url, { signal: AbortSignal.timeout(5000) })
        .then(async (answer) => ({ status: answer.status, body: await answer.text() }))
        .catch(() => ({ status: 0, body: '' }))
        .then((result) => console.log(JSON.stringify(result)));`;
    return JSON.parse(await docker('exec', container, 'node', '-e', script));
  }

  /**
   * One admin command in the project's own admin container.
   * @returns its output
   */
  admin(...args: string[]): Promise<string> {
    return this.compose('--profile', 'admin', 'run', '--rm', '--no-deps', '-T', 'admin', ...args);
  }
}
