/** What has to be right before anything is changed. Each finding is one line that says what to do. */
import { existsSync, readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { LEAST_COMPOSE, LEAST_ENGINE } from '../docker/versions.mts';
import { isAtLeast, parseVersion } from '../local/version.mjs';
import { SECRET_NAMES } from '../secrets/variables.mts';
import type { Engine } from './engine.mts';
import type { Project } from './project.mts';
import type { DeployOptions } from './options.mts';

const GB = 1e9;
/** A build keeps a whole set of packages beside the images; pulled ones come compressed and are then unpacked. */
const ROOM = { build: 6 * GB, pull: 3 * GB, 'no-build': 0.5 * GB, back: 0.5 * GB };

/** @returns findings about the programs */
export async function checkPrograms(engine: Engine): Promise<string[]> {
  const asked = [
    { what: 'Docker Engine', least: LEAST_ENGINE, args: ['version', '--format', '{{.Server.Version}}'] },
    { what: 'Docker Compose', least: LEAST_COMPOSE, args: ['compose', 'version', '--short'] },
  ];
  const findings = await Promise.all(
    asked.map(async ({ what, least, args }) => {
      const said = await engine.look(...args).catch((error) => `none (${error.detail ?? error.message})`);
      const version = parseVersion(said);
      if (!version) return `${what} does not answer: ${said}`;
      if (isAtLeast(version, least)) return undefined;
      return `${what} is ${said.trim()}; ${least.join('.')} or newer is needed.`;
    }),
  );
  return findings.filter((finding) => finding !== undefined);
}

/**
 * @param file path of .env
 * @returns findings about it
 */
export function checkEnvironment(file: string): string[] {
  if (!existsSync(file)) return ['There is no .env: npm run secrets -- --origin https://polls.example.org'];
  const given = parseEnv(readFileSync(file, 'utf8'));
  const missing = [...SECRET_NAMES, 'PUBLIC_ORIGIN'].filter((name) => !given[name]);
  if (missing.length === 0) return [];
  const origin = missing.includes('PUBLIC_ORIGIN') ? ' -- --origin https://polls.example.org' : '';
  return [`.env lacks ${missing.join(', ')}: npm run secrets${origin}`];
}

/** @returns findings about the disk; none where the engine's folder cannot be seen from here */
export async function checkRoom(engine: Engine, source: keyof typeof ROOM): Promise<string[]> {
  const folder = await engine.look('info', '--format', '{{.DockerRootDir}}');
  const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: Infinity, bsize: 1 }));
  const free = bavail * bsize;
  if (free >= ROOM[source]) return [];
  const gigabytes = (bytes: number) => `${(bytes / GB).toFixed(1)} GB`;
  const wanted = gigabytes(ROOM[source]);
  return [`${folder} has ${gigabytes(free)} left, and ${wanted} are needed: docker image prune, docker builder prune`];
}

/**
 * @param folder of the checkout
 * @returns findings about images and what runs
 */
export async function checkInstallation(
  project: Project,
  folder: string,
  { source }: DeployOptions,
): Promise<string[]> {
  const findings = [];
  const running = (await project.containers('nginx')).some(({ running: runs }) => runs);
  if (!running) {
    findings.push(
      `No nginx of project ${project.name} runs. The first time it is: npm run compose -- up -d --build --wait`,
    );
  }
  if (source === 'pull') {
    const { INKLING_VERSION } = { ...parseEnv(readFileSync(join(folder, '.env'), 'utf8')), ...process.env };
    if (!INKLING_VERSION || INKLING_VERSION === 'local') {
      findings.push('--pull needs INKLING_VERSION, and mostly INKLING_IMAGES, in .env.');
    }
  }
  return findings;
}
