import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { ROOT } from '../local/paths.mjs';
import type { Kept, StoredTable } from '@inkling/platform';

/** Where the lists are: for operators, and for the privacy page. */
export const PAGE = 'docs/operations/stored-data.md';
export const WEB_LIST = 'web/src/features/legal/stored-data.json';

/** Each service's tables by name, and those that every service has. */
export type Declared = Readonly<Record<string, Tables>>;

const SERVICES = ['auth', 'polls', 'social', 'notifications', 'search', 'insights', 'community'];
const DAY = 24 * 3600;

type Tables = Readonly<Record<string, StoredTable>>;
interface Exported {
  readonly storedData: Tables;
  readonly platformData: Tables;
  readonly sharedData: Tables;
}
type Shape = Record<string, { parse(value: unknown): unknown } | undefined>;

/** What a source file exports; none of those read here needs anything that is built. */
const load = <T,>(file: string): Promise<T> => import(`../../${file}`) as Promise<T>;

/** What all services declare, and the default of each setting that they name, in days. */
export async function declared(): Promise<{ tables: Declared; defaults: ReadonlyMap<string, number> }> {
  const tables: Record<string, Tables> = {};
  const defaults = new Map<string, number>();
  for (const service of SERVICES) {
    const { storedData } = await load<Exported>(`services/${service}/src/stored-data.ts`);
    tables[service] = storedData;
    const settings = Object.values<StoredTable>(storedData).flatMap(({ kept }) =>
      'setting' in kept ? [kept.setting] : [],
    );
    if (settings.length === 0) continue;
    const config = await load<Record<string, { shape: Shape }>>(`services/${service}/src/config.ts`);
    const shape: Shape = Object.assign({}, ...Object.values(config).map((exported) => exported.shape));
    for (const setting of settings) {
      const value: unknown = shape[setting]?.parse(undefined);
      if (typeof value !== 'number') throw new Error(`${service} keeps rows by ${setting}, which it does not have.`);
      defaults.set(setting, setting.endsWith('_SECONDS') ? value / DAY : value);
    }
  }
  const { platformData, sharedData } = await load<Exported>('libs/platform/src/persistence/stored-data.ts');
  return { tables: { ...tables, 'every service': { ...platformData, ...sharedData } }, defaults };
}

const DURATIONS = {
  en: {
    account: 'As long as you have the account',
    content: 'Until you delete it, at most as long as you have the account',
    vote: 'As long as the poll exists. When you delete the account, the vote stays counted without you',
    poll: 'As long as the poll exists',
    work: 'Until it is done, usually seconds',
    operator: 'Until the operator deletes it',
    ever: 'No limit',
    days: (days: number) => (days <= 1 ? 'At most a day' : `At most ${days} days`),
    unless: (text: string) => `${text}, unless this server is set otherwise`,
  },
  de: {
    account: 'Solange du das Konto hast',
    content: 'Bis du es löschst, höchstens solange du das Konto hast',
    vote: 'Solange es die Umfrage gibt. Löschst du das Konto, zählt die Stimme ohne dich weiter',
    poll: 'Solange es die Umfrage gibt',
    work: 'Bis es erledigt ist, meist Sekunden',
    operator: 'Bis der Betreiber es löscht',
    ever: 'Ohne Grenze',
    days: (days: number) => (days <= 1 ? 'Höchstens einen Tag' : `Höchstens ${days} Tage`),
    unless: (text: string) => `${text}, wenn dieser Server nicht anders eingestellt ist`,
  },
};

function duration(kept: Kept | { for: 'ever' }, language: 'en' | 'de', defaults: ReadonlyMap<string, number>): string {
  const words = DURATIONS[language];
  if ('for' in kept) return words[kept.for];
  if ('days' in kept) return words.days(kept.days);
  return words.unless(words.days(Math.ceil(defaults.get(kept.setting)!)));
}

/** Copies go with what they copy, so the privacy page names only the originals. */
const isCopy = (table: StoredTable) =>
  table.about === 'people' && typeof table.exported === 'object' && table.exported.not.startsWith('A copy of ');

/** The text of both files. */
export async function generated(): Promise<Map<string, string>> {
  const { tables, defaults } = await declared();
  const entries = Object.entries(tables).flatMap(([service, list]) =>
    Object.entries(list).map(([name, table]) => ({ service, name, table })),
  );
  const rows = entries.flatMap(({ table }) =>
    table.about === 'people' && !isCopy(table)
      ? [
          {
            holds: table.holds,
            why: table.why,
            kept: { en: duration(table.kept, 'en', defaults), de: duration(table.kept, 'de', defaults) },
          },
        ]
      : [],
  );
  const sections = Object.entries(tables).map(([service, list]) => {
    const lines = Object.entries(list).map(([name, table]) => {
      const kept = duration(table.kept, 'en', defaults);
      const by = 'task' in table.kept ? ` (${'setting' in table.kept ? table.kept.setting : table.kept.task})` : '';
      const [holds, why, file] =
        table.about === 'people'
          ? [table.holds.en, table.why.en, typeof table.exported === 'string' ? table.exported : table.exported.not]
          : [table.holds, '', 'Nothing about a person.'];
      return `| \`${name}\` | ${holds} | ${why} | ${kept}${by} | ${file} |`;
    });
    const heading = `## ${service[0]!.toUpperCase()}${service.slice(1)}`;
    return [heading, '', '| Table | Holds | Why | How long | In the export |', '|---|---|---|---|---|', ...lines].join(
      '\n',
    );
  });
  const introduction = readFileSync(join(import.meta.dirname, 'stored-data-introduction.txt'), 'utf8').trimEnd();
  const options = await resolveConfig(join(ROOT, WEB_LIST));
  return new Map([
    [PAGE, `${[introduction, ...sections].join('\n\n')}\n`],
    [WEB_LIST, await format(JSON.stringify(rows), { ...options, parser: 'json' })],
  ]);
}

export async function write(): Promise<void> {
  for (const [file, text] of await generated()) {
    writeFileSync(join(ROOT, file), text);
    console.log(`${file} is written.`);
  }
}
