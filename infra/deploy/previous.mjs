/**
 * Runs the specs of the last release's services on the schema that this version's migrations make: that code runs
 * beside the new version while it is deployed, and after going back. Needs git and what `npm test` needs; many minutes.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { underOwnNode } from '../local/own-node.mjs';

const HELP = `node infra/deploy/previous.mjs [options] [spec files or folders ...]

Takes the last release out of git into a temporary folder and runs its services' specs there, each on a database that
this version's migrations have made.

  --from REF  the release: a tag, a branch or a commit (the last tag v*, else what gave package.json its version)
  --keep      leave the folder
  --help`;

/** Each starts the service on a separate database. */
const SPECS = ['services/', 'gateway/src', 'e2e/api'];
/** They begin with the schema of an older version still. */
const NOT_THESE = ['/node_modules/', '/dist/', '/migrations/'];

await underOwnNode(import.meta.filename, async (args) => {
  const { FLAG, readCommandLine, TEXT } = await import('../local/command-line.mts');
  const known = { from: TEXT, keep: FLAG, help: FLAG };
  const command = 'node infra/deploy/previous.mjs';
  const { values, positionals } = readCommandLine(command, { args, options: known, allowPositionals: true });
  if (values.help) return console.log(HELP);
  const { LaunchFailure } = await import('../local/failure.mjs');
  const { build } = await import('../local/build.mts');
  const { checkOut, lastRelease } = await import('./checkout.mts');
  const { withServerOfThisVersion } = await import('./server.mts');

  const ref = values.from ?? (await lastRelease());
  const folder = await mkdtemp(join(tmpdir(), 'inkling-previous-'));
  try {
    const commit = await checkOut(ref, folder);
    await build((line) => console.log(line), { web: false });
    const code = await withServerOfThisVersion(join(folder, '.data', 'previous'), (databaseUrl) => {
      console.log(`Specs of ${ref} (${commit.slice(0, 8)}) on the schema of this version ...`);
      return runSpecs(folder, databaseUrl, positionals.length > 0 ? positionals : SPECS);
    });
    if (code !== 0) throw new LaunchFailure(`The code of ${ref} does not work on this version's schema: see above.`);
    console.log(`The code of ${ref} works on this version's schema.`);
  } finally {
    if (!values.keep) await rm(folder, { recursive: true, force: true });
    else console.log(`Left: ${folder}`);
  }
});

/**
 * @param {string} folder
 * @param {string} databaseUrl
 * @param {readonly string[]} specs
 * @returns {Promise<number | null>} jest's exit code
 */
function runSpecs(folder, databaseUrl, specs) {
  const jest = [join(folder, 'node_modules/jest/bin/jest.js'), '--selectProjects', 'node', '--forceExit'];
  const choice = ['--testPathIgnorePatterns', ...NOT_THESE, '--testPathPatterns', ...specs];
  const options = '--experimental-vm-modules --no-warnings';
  const env = { ...process.env, NODE_OPTIONS: options, TEST_DATABASE_URL: databaseUrl };
  const child = spawn(process.execPath, [...jest, ...choice], {
    cwd: folder,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
}
