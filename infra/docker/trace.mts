/**
 * Copies what one application needs at run time, and nothing else, into a folder: its build, the workspaces' builds and
 * the files of packages that its imports reach. The resulting image has no build tools, no browser code, and no other
 * service.
 *
 *     node infra/docker/trace.mts services/polls /app
 *
 * Without a target it names the files and copies nothing.
 */
import { existsSync } from 'node:fs';
import { cp, glob, lstat, mkdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { nodeFileTrace } from '@vercel/nft';
import { isCompatible, noticesOf, renderNotices } from '../licenses/notices.mts';

const ROOT = join(import.meta.dirname, '../..');
/** Files that are loaded by name at run time, which no import shows. */
const ALSO: Record<string, string[]> = {
  gateway: [
    'gateway/dist/**/*.js',
    'node_modules/@fontsource/*/{package.json,unicode.json}',
    'node_modules/@fontsource-variable/{familjen-grotesk,onest,vazirmatn,noto-sans*}/{package.json,unicode.json}',
    // Share cards take their weights from the variable fonts; they use no italics.
    'node_modules/@fontsource-variable/{familjen-grotesk,onest,vazirmatn,noto-sans*}/files/*-wght-normal.woff2',
    'node_modules/@twemoji/svg/{package.json,*.svg}',
    'node_modules/subset-font/node_modules/harfbuzzjs/{package.json,dist/harfbuzz-subset.wasm}',
    'node_modules/harfbuzzjs/{package.json,dist/harfbuzz-subset.wasm}',
    'node_modules/@fontsource/*/files/*-{500,700}-normal.woff',
    'node_modules/@fastify/swagger-ui/{package.json,LICENSE}',
    'node_modules/@fastify/swagger-ui/static/swagger-ui{-bundle.js,.css}',
  ],
};
/** Migrations of the application, which the platform finds in their folder. */
const MIGRATIONS = 'dist/migrations/Migration*.js';
/** The base image contains the licences of the system and of Node.js. */
const IMAGE = 'This image, apart from the system (/usr/share/doc) and Node.js (/usr/local/LICENSE),';
/** Imported only by branches that never run: alternatives, and build tools. */
const NEVER = [
  'node_modules/typescript/**',
  'node_modules/prettier/**',
  'node_modules/@swc/**',
  'node_modules/esbuild/**',
  'node_modules/@nestjs/platform-express/**',
  '**/*.d.ts',
  '**/*.md',
];

/**
 * The files of the repository that an application needs at run time.
 * @param app folder of the application, such as `services/polls`
 * @returns paths from the root
 */
export async function filesOf(app: string): Promise<string[]> {
  const entries = [join(ROOT, app, 'dist/main.js')];
  for (const pattern of [`${app}/${MIGRATIONS}`, ...(ALSO[app] ?? [])])
    for await (const file of glob(pattern, { cwd: ROOT })) entries.push(join(ROOT, file));
  const { fileList, warnings } = await nodeFileTrace(entries, {
    base: ROOT,
    processCwd: ROOT,
    ignore: NEVER,
    mixedModules: true,
  });
  for (const { message } of warnings) if (message.includes(`/${app}/dist/`)) console.warn(message);
  return [...fileList].sort();
}

/** @param app folder of the application, such as `services/polls` */
export async function traceInto(app: string, target: string): Promise<{ files: number; bytes: number }> {
  const fileList = await filesOf(app);
  let bytes = 0;
  for (const file of fileList) bytes += await copy(file, target);
  const { name, version, type } = JSON.parse(await readFile(join(ROOT, app, 'package.json'), 'utf8'));
  await writeFile(join(target, 'package.json'), `${JSON.stringify({ name, version, type, private: true })}\n`);
  await copyLicences(fileList, target);
  return { files: fileList.length, bytes };
}

/** The product's licence, and those of all packages in the image. */
async function copyLicences(files: Iterable<string>, target: string) {
  const notices = noticesOf(files, ROOT);
  const refused = notices.filter(({ license, texts }) => !isCompatible(license) || texts.length === 0);
  if (refused.length > 0)
    throw new Error(`Licences to look at: ${refused.map(({ name, license }) => `${name} (${license})`).join(', ')}`);
  await writeFile(join(target, 'THIRD-PARTY-NOTICES.txt'), renderNotices(notices, IMAGE));
  await cp(join(ROOT, 'LICENSE'), join(target, 'LICENSE'));
}

/** Workspaces are links inside node_modules, and stay links. */
async function copy(file: string, target: string) {
  const [from, to] = [join(ROOT, file), join(target, file)];
  const stat = await lstat(from);
  await mkdir(dirname(to), { recursive: true });
  if (!stat.isSymbolicLink()) await cp(from, to);
  else if (!existsSync(to)) await symlink(await readlink(from), to);
  return stat.size;
}

async function main() {
  const [app, target] = process.argv.slice(2);
  if (!app) {
    console.error('Usage: node infra/docker/trace.mts APP_FOLDER [TARGET_FOLDER]');
    process.exit(64);
  }
  if (!target) return console.log((await filesOf(app)).join('\n'));
  const { files, bytes } = await traceInto(app, target);
  console.log(`${app}: ${files} files, ${(bytes / 2 ** 20).toFixed(1)} MiB`);
}

if (process.argv[1] === import.meta.filename) void main();
