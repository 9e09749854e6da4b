import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';

/** Takes over what `.env` says, for every command alike; what the environment has already wins. */
export function loadSettings(root = ROOT) {
  const file = join(root, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}
