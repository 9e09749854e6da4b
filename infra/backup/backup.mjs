import { fileURLToPath } from 'node:url';
import { runCommand } from './command.mjs';
import { SCOPE } from './scope.mjs';

const usage = `Usage: npm run backup -- --to DIR | --into DIR [--keep RULE] [--verify] [--compose]
       npm run backup -- --from DIR --verify [--identity FILE]
       npm run backup -- --check [--compose]
       npm run backup -- --new-key FILE

Writes databases and objects, as of one moment, into a new folder. The installation goes on meanwhile.

  --to DIR          that new folder
  --into DIR        a folder of backups; the new one is named after the time
  --keep RULE       with --into, then removes older ones: 14 keeps the newest 14; 7d,4w,12m one of each of the last seven
                    days, four weeks and twelve months. The newest always stays, and the newest whose restore was tried
  --verify          restores it into a scratch database of its own, and compares
  --from DIR        tries a backup that is there; needs no installation
  --check           looks at the live database alone: votes without their poll, counters that are wrong, and their like
  --recipient KEY   encrypts for this public key of age; may be given more than once. Otherwise BACKUP_RECIPIENTS
  --identity FILE   with --from, the secret key of an encrypted backup
  --new-key FILE    makes such a pair of keys: the secret one in FILE, which belongs on another machine
  --metrics DIR     notes the time of success in DIR/backup.prom, for node_exporter's textfile collector. With --compose
                    METRICS_DIR (.data/metrics) unless another is given
  --scratch DIR     where the scratch database is meanwhile (DATA_DIR/verify). With SCRATCH_DATABASE_URL, an owner's URL,
                    it is on that server instead

${SCOPE}`;

const TEXT = /** @type {const} */ ({ type: 'string' });
const options = {
  to: TEXT,
  into: TEXT,
  from: TEXT,
  keep: TEXT,
  identity: TEXT,
  metrics: TEXT,
  scratch: TEXT,
  'new-key': TEXT,
  recipient: { ...TEXT, multiple: true },
  verify: { type: 'boolean', default: false },
  check: { type: 'boolean', default: false },
};

await runCommand(fileURLToPath(import.meta.url), { usage, options }, async (context) => {
  const { runBackup } = await import('./run.mjs');
  await runBackup(context, usage);
});
