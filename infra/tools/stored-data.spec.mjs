import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ROOT } from '../local/paths.mjs';
import { declared, generated } from './stored-data.mts';

const sourceOf = (folder) =>
  globSync(`${folder}/**/*.ts`, {
    cwd: join(ROOT),
    exclude: (path) => /\.spec\.ts$|stored-data\.ts$|\/dist$/.test(path),
  })
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
    .join('\n');

/** Every declared table with its name, its service and that service's sources. */
let all;
let defaults;
beforeAll(async () => {
  const stored = await declared();
  ({ defaults } = stored);
  all = Object.entries(stored.tables).flatMap(([service, tables]) => {
    const source = sourceOf(service === 'every service' ? 'libs/platform/src' : `services/${service}/src`);
    return Object.entries(tables).map(([name, table]) => ({ name: `${service}.${name}`, table, source }));
  });
});

describe('the list of stored data', () => {
  it('names clean-up tasks that exist and delete from the table', () => {
    const wrong = all.filter(({ name, table: { kept }, source }) => {
      const table = kept.with ?? name.slice(name.indexOf('.') + 1);
      const deletes = new RegExp(`(table: |deleteFrom\\(|ids\\(|from\\()'${table}'|delete from ${table}\\b`);
      return 'task' in kept && !(source.includes(`name: '${kept.task}'`) && deletes.test(source));
    });
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  it('keeps addresses of networks for at most 30 days', () => {
    const networks = all.filter(({ table }) => table.networks);
    expect(networks.map(({ name }) => name)).toEqual([
      'auth.rate_limits',
      'notifications.contact_limits',
      'insights.leases',
      'insights.network_quotas',
    ]);
    for (const { table } of networks)
      expect(table.kept.days ?? defaults.get(table.kept.setting)).toBeLessThanOrEqual(30);
  });

  it('says for every table about people in which file of the export it is, or why in none', () => {
    const people = all.filter(({ table }) => table.about === 'people');
    expect(people.length).toBeGreaterThan(30);
    for (const { table } of people) expect(table.exported.not ?? table.exported).toMatch(/\.json$|\.$/);
  });

  it('is what the page for operators and the privacy page show: `node infra/tools/stored-data.mjs` writes both', async () => {
    for (const [file, text] of await generated()) expect(readFileSync(join(ROOT, file), 'utf8')).toBe(text);
  });
});
