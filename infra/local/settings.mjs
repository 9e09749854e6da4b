import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';

/** Loads `.env` into the environment, whose own values take precedence. */
export function loadSettings(root = ROOT) {
  const file = join(root, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}
