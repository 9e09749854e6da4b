import { globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT } from '../local/paths.mjs';
import { TEST_DATA } from './shared-postgres.mts';

/** Where `jest.config.mjs` looks for groups. */
export const GROUPS = join(TEST_DATA.root, 'groups');
/** Bytes of specs in one group: many specs share their modules, and no worker ends much later than the others. */
const GROUP_BYTES = 120_000;

/**
 * All spec files, in the order in which to run them. Jest evaluates every module again for each spec file, and loading
 * Nest, MikroORM and the services takes longer than most specs. So the specs of services run in groups, each of which
 * is one file for Jest.
 * @param folder for the groups
 * @returns absolute paths of groups, and of the specs that run alone
 */
export async function specFiles(folder = GROUPS): Promise<string[]> {
  const { default: config } = await import('../../jest.config.mjs');
  const patterns = config.projects.flatMap(({ testMatch }) => testMatch);
  const files = globSync(
    patterns.map((pattern) => pattern.replace('<rootDir>/', '')),
    { cwd: ROOT, exclude: (name) => ['node_modules', 'dist', '.data'].includes(name) },
  ).map((file) => join(ROOT, file));
  const groups = inGroups(inOrder(files.filter(mayShareModules)));
  const alone = files.filter((file) => !mayShareModules(file)).sort((a, b) => statSync(b).size - statSync(a).size);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // The longest files run first and the shortest last, so that all workers end at about the same time.
  return [
    ...alone.filter((file) => !isOfWeb(file)),
    ...groups.map((group, index) => writeGroup(folder, group, index)),
    ...alone.filter(isOfWeb),
  ];
}

const isOfWeb = (file: string) => file.startsWith(join(ROOT, 'web/'));

/**
 * Whether a spec may run in a group: one on CommonJS, or an ES module that starts the product, whose modules take
 * longest to load. `require` refuses modules that wait at their top level; `jest.setTimeout` is for a whole group.
 */
function mayShareModules(file: string) {
  if (isOfWeb(file)) return false;
  const text = readFileSync(file, 'utf8');
  const startsProduct = text.includes('/api.spec-support.js') && !/^(?:await|const .*= await) /m.test(text);
  return (file.endsWith('.spec.ts') || startsProduct) && !/\bjest\.setTimeout\(/.test(text);
}

/** Files that share a product are the first, and are small enough to be one group. */
const sharesProduct = (file: string) => readFileSync(file, 'utf8').includes('shareApi()');
const inOrder = (files: string[]) => {
  const sorted = files.toSorted();
  return [...sorted.filter(sharesProduct), ...sorted.filter((file) => !sharesProduct(file))];
};

/** Neighbours stay together, since they share most modules. */
function inGroups(files: string[]): string[][] {
  const groups: string[][] = [];
  let bytes = Infinity;
  for (const file of files) {
    const { size } = statSync(file);
    if (bytes + size > GROUP_BYTES) {
      groups.push([]);
      bytes = 0;
    }
    groups.at(-1)!.push(file);
    bytes += size;
  }
  return groups;
}

/** @returns the path of a spec file that runs these */
export function writeGroup(folder: string, files: string[], index: number): string {
  const path = join(folder, `${String(index + 1).padStart(2, '0')}.spec.ts`);
  const specs = files.map(
    (file) => `  [${JSON.stringify(relative(ROOT, file))}, () => require(${JSON.stringify(file)})],\n`,
  );
  const helper = JSON.stringify(join(import.meta.dirname, 'declare-specs.mts'));
  writeFileSync(path, `require(${helper}).declareSpecs([\n${specs.join('')}]);\n`);
  return path;
}
