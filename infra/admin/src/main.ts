import { runAdmin } from './run-admin.js';

// Where the services run in containers: the same environment as theirs.
const { NATS_URL, NATS_USER, NATS_PASSWORD } = process.env;
if (NATS_URL) {
  process.exitCode = await runAdmin(process.argv.slice(2), { servers: NATS_URL, user: NATS_USER, pass: NATS_PASSWORD });
} else {
  process.stderr.write('NATS_URL is missing: it says where the running instance is.\n');
  process.exitCode = 1;
}
