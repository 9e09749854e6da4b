import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { secretManifests } from '../kubernetes/secret-files.mts';
import { LaunchFailure, reasonOf } from '../local/failure.mjs';
import { ROOT } from '../local/paths.mjs';
import { completeFile, originOf } from './env-file.mts';

const EXAMPLE = 'npm run secrets -- --origin https://polls.example.org';
const USAGE = `Usage: npm run secrets [-- --origin https://polls.example.org] [--file .env]
       npm run secrets -- [--alert-mail ops@example.org] [--alert-webhook URL] [--alert-heartbeat URL]
       npm run secrets -- --kubernetes [--namespace inkling]

Completes .env, which docker compose reads, with random secrets. What is there already stays; running it again adds only
what is missing.

  --origin      where browsers find this server (PUBLIC_ORIGIN); needed until the file has it
  --file        the file to complete; default .env
  --alert-mail       who gets alerts by mail (ALERT_MAIL_TO); several with commas between them
  --alert-webhook    what gets them by POST (ALERT_WEBHOOK_URL)
  --alert-heartbeat  what gets a POST every few minutes, and tells you when it stops (ALERT_HEARTBEAT_URL)
  --alert-smtp       the mail server for alerts (ALERT_SMTP_URL), where it is another than SMTP_URL
  --kubernetes  print new Secrets as manifests instead, for kubectl create -f -
                (files for an overlay: node infra/kubernetes/secrets.mjs)
  --namespace   of the manifests; default inkling`;

/** `npm run secrets`. */
export async function main(args: string[]): Promise<void> {
  const { values } = readArguments(args);
  if (values.help) {
    console.log(USAGE);
    return;
  }
  if (values.kubernetes) {
    process.stdout.write(secretManifests(values.namespace));
    return;
  }
  const file = resolve(ROOT, values.file);
  let origin: string | undefined;
  try {
    const alerts = {
      mail: values['alert-mail'],
      webhook: values['alert-webhook'],
      heartbeat: values['alert-heartbeat'],
      smtp: values['alert-smtp'],
    };
    const added = await completeFile(file, { origin: values.origin, alerts });
    origin = await originOf(file);
    if (added.length > 0) console.log(`${file}: added ${added.join(', ')}.`);
    else if (origin) console.log(`${file}: everything is there.`);
  } catch (cause) {
    throw new LaunchFailure(reasonOf(cause), { cause });
  }
  // docker compose refuses to start without it.
  if (!origin)
    throw new LaunchFailure(`${file}: PUBLIC_ORIGIN is missing. Say where browsers find this server: ${EXAMPLE}`);
}

function readArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        origin: { type: 'string' },
        file: { type: 'string', default: '.env' },
        'alert-mail': { type: 'string' },
        'alert-webhook': { type: 'string' },
        'alert-heartbeat': { type: 'string' },
        'alert-smtp': { type: 'string' },
        kubernetes: { type: 'boolean', default: false },
        namespace: { type: 'string', default: 'inkling' },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (cause) {
    throw new LaunchFailure(`${reasonOf(cause)}\n\n${USAGE}`, { cause });
  }
}
