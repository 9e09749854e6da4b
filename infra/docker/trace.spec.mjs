import { globSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { ROOT } from '../local/paths.mjs';
import { filesOf } from './trace.mts';

it('brings every migration of a service, although no import names them', async () => {
  const sources = globSync('services/polls/src/migrations/Migration*.ts', { cwd: ROOT });
  const built = sources.map((file) => file.replace('/src/', '/dist/').replace(/\.ts$/, '.js'));
  expect(built.length).toBeGreaterThan(5);
  expect(await filesOf('services/polls')).toEqual(expect.arrayContaining(built));
});
