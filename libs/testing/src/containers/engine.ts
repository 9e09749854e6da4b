import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../../..');
const LOOK_MS = 10_000;
/** Where no registry is reachable, a pull that hangs must not hold up the other specs. */
const PULL_MS = 60_000;

export type ImageName = 'POSTGRES_IMAGE' | 'NATS_IMAGE' | 'S3_IMAGE';

/** The pinned images of `infra/docker/images.env`. */
export function images(): Record<ImageName, string> {
  const lines = readFileSync(join(ROOT, 'infra/docker/images.env'), 'utf8').split('\n');
  return Object.fromEntries(
    lines.filter((line) => /^[A-Z_0-9]+=/.test(line)).map((line) => line.split('=', 2)),
  ) as Record<ImageName, string>;
}

/**
 * Why containers cannot be used here: no engine answers, or an image is missing and cannot be pulled. It blocks, since
 * Jest must know before a spec begins what it skips.
 * @returns undefined where they can
 */
export function reasonAgainstContainers(): string | undefined {
  if (process.env['INKLING_TEST_CONTAINERS'] === '0') return 'INKLING_TEST_CONTAINERS is 0';
  if (!docker(LOOK_MS, 'version', '--format', '{{.Server.Version}}')) return 'no container engine answers';
  for (const image of Object.values(pick(images()))) {
    if (
      !docker(LOOK_MS, 'image', 'inspect', '--format', '{{.Id}}', image) &&
      !docker(PULL_MS, 'pull', '--quiet', image)
    )
      return `the image ${image} is not here and cannot be pulled`;
  }
  return undefined;
}

const pick = ({ POSTGRES_IMAGE, NATS_IMAGE, S3_IMAGE }: Record<ImageName, string>): Record<ImageName, string> => ({
  POSTGRES_IMAGE,
  NATS_IMAGE,
  S3_IMAGE,
});

/** Marks a container with the process that it is for. */
export const OWNER_LABEL = 'inkling.spec-process';

/** Removes what processes left that were killed: nobody else does, without Ryuk. */
export function removeForgottenContainers(): void {
  const listed = output(
    'ps',
    '-a',
    '--filter',
    `label=${OWNER_LABEL}`,
    '--format',
    `{{.ID}} {{.Label "${OWNER_LABEL}"}}`,
  );
  const forgotten = listed
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split(' '))
    .filter(([, owner]) => !isRunning(Number(owner)));
  if (forgotten.length > 0) docker(LOOK_MS, 'rm', '-f', '-v', ...forgotten.map(([id]) => id!));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const output = (...args: string[]): string =>
  execFileSync('docker', args, { timeout: LOOK_MS, stdio: ['ignore', 'pipe', 'ignore'] }).toString();

function docker(timeout: number, ...args: string[]): boolean {
  try {
    execFileSync('docker', args, { timeout, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
