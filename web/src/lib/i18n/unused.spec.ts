import { expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Sources of the application and of its build, without the catalogue itself and without specs. */
function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.spec.') && !/(^|\/)i18n\/(en|de)\//.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'));
}

test('every sentence of the catalogue is said somewhere', async () => {
  const web = join(import.meta.dirname, '../../..');
  const code = [...sources(join(web, 'src')), ...sources(join(web, 'build'))].join('\n');
  const written = new Set(code.match(/\b[a-z]\w*\.\w+(?=['"`])/gi));
  // Keys that end in a variable, such as `polls.reason_${reason}`.
  const begun = [...code.matchAll(/`(\w+\.\w*)\$\{/g)].map(([, start]) => start!);
  const folder = join(import.meta.dirname, 'en');
  const keys: string[] = [];
  for (const file of readdirSync(folder)) {
    const areas = (await import(`./en/${file.slice(0, -3)}`)) as { default: Record<string, Record<string, unknown>> };
    for (const [area, messages] of Object.entries(areas.default))
      keys.push(...Object.keys(messages).map((key) => `${area}.${key}`));
  }
  expect(keys.length).toBeGreaterThan(300);
  expect(keys.filter((key) => !written.has(key) && !begun.some((start) => key.startsWith(start)))).toEqual([]);
});
