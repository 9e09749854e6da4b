import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { underOwnNode } from '../local/own-node.mjs';

// `node infra/nats/generate.mjs`: writes permissions.conf again, after a change of contracts, consumers or access.mts.
await underOwnNode(import.meta.filename, async () => {
  const { build } = await import('../local/build.mts');
  await build((line) => console.log(line), { web: false });
  const { accessOf, applications, permissionsText } = await import('./permissions.mts');
  const file = join(import.meta.dirname, 'permissions.conf');
  await writeFile(file, permissionsText(accessOf(await applications())));
  console.log(`${file} is written.`);
});
