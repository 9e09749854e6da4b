/** Command line of `npm run deploy`. */
import { FLAG, readCommandLine, TEXT, wholeNumberOr } from '../local/command-line.mts';
import { LaunchFailure } from '../local/failure.mjs';

const COMMAND = 'npm run deploy';

const HELP = `npm run deploy [-- options]

Brings the installation of docker-compose.yml here to this checkout's version: checks, images, a backup, jobs (roles,
streams, migrations), then each service and the gateway, one container at a time beside the old one, then pages and
nginx. When a new container does not become ready, all that was replaced is put back. Killed half way, run it again: it
goes on.

  --build          build the images (the default)
  --pull           pull them instead, as INKLING_IMAGES and INKLING_VERSION of .env say
  --no-build       the images are there already
  --back           to the version before: undoes a deploy that was cut off, else takes the images tagged "previous"
  --data           also replace PostgreSQL, NATS and the S3 store where they have changed: each is away for some seconds
  --brief-outage   where nginx itself has to be replaced and iptables is missing: refuse connections for two seconds
  --backup-to DIR  where the backup goes (.data/backups/...)
  --no-backup
  --patience N     seconds for a new container to become ready (90)
  --dry-run        check, then print the commands and run none that changes anything
  --help`;

const KNOWN = {
  build: FLAG,
  pull: FLAG,
  'no-build': FLAG,
  back: FLAG,
  data: FLAG,
  'brief-outage': FLAG,
  'backup-to': TEXT,
  'no-backup': FLAG,
  patience: TEXT,
  'dry-run': FLAG,
  help: FLAG,
};
/** Of these at most one can be meant. */
const SOURCES = ['build', 'pull', 'no-build', 'back'];

export interface DeployOptions {
  /** Where the images come from. */
  source: 'build' | 'pull' | 'no-build' | 'back';
  data: boolean;
  briefOutage: boolean;
  /** Undefined: a folder named after the moment. */
  backupTo: string | undefined;
  backup: boolean;
  patienceMs: number;
  dryRun: boolean;
}

/** @throws {LaunchFailure} what is wrong, in one line */
export function parseOptions(args: string[]): DeployOptions {
  const { values } = readCommandLine(COMMAND, { args, options: KNOWN });
  if (values.help) {
    console.log(HELP);
    process.exit(0);
  }
  const sources = SOURCES.filter((name) => values[name as keyof typeof values]);
  if (sources.length > 1) {
    throw new LaunchFailure(`--${sources.join(' and --')} exclude each other. See ${COMMAND} -- --help.`);
  }
  if (values['no-backup'] && values['backup-to']) {
    throw new LaunchFailure('--no-backup and --backup-to exclude each other.');
  }
  return {
    source: (sources[0] ?? 'build') as DeployOptions['source'],
    data: values.data,
    briefOutage: values['brief-outage'],
    backupTo: values['backup-to'],
    // The images before this one read what is there: going back loses nothing that a backup would have to bring.
    backup: !values['no-backup'] && !values.back,
    patienceMs: wholeNumberOr('patience', values.patience, 90, 3_600) * 1_000,
    dryRun: values['dry-run'],
  };
}
