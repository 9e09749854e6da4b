import { underOwnNode } from './own-node.mjs';

const USAGE = `Usage: npm start [-- --processes]    npm run dev

  --processes  one process per service, each with health and metrics on PORT+1, PORT+2, ...; the gateway's come last
  --dev        the same, rebuilt and restarted on every change, with the Vite server in front

Environment: PORT (8080), HOST (127.0.0.1), DATA_DIR (.data), DATABASE_URL, NATS_URL,
             LOG=1 (all logs on the terminal).`;

// `npm start` and `npm run dev`: only Node and npm are there yet, so the launcher is imported after `npm ci`.
if (process.argv.includes('--help')) console.log(USAGE);
else await underOwnNode(import.meta.filename, async (args) => (await import('./launcher.mts')).launch(args));
