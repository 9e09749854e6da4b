import { asksForHelp, runAdmin } from './run-admin.js';

// Where the services run in containers: the same environment as theirs.
const { NATS_URL, NATS_USER, NATS_PASSWORD } = process.env;
const args = process.argv.slice(2);
if (NATS_URL || asksForHelp(args)) {
  process.exitCode = await runAdmin(
    args,
    NATS_URL ? { servers: NATS_URL, user: NATS_USER, pass: NATS_PASSWORD } : undefined,
  );
} else {
  process.stderr.write('NATS_URL is missing: it says where the running instance is.\n');
  process.exitCode = 1;
}
