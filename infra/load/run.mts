/** One run of the benchmarks, from the options to the exit code. */
import { rmSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import pg from 'pg';
import { TOOLS } from '../local/paths.mjs';
import { compareCheckouts } from './against.mts';
import { compareWithPgbench } from './comparison.mts';
import { parseOptions, type Benchmark, type Options } from './options.mts';
import { startProduct, type Product } from './product.mts';
import { LIMITS_OF_PRODUCTION } from './ratios/attack.mts';
import { measureRatios } from './ratios/ratios.mts';
import { measureScale } from './scale/scale.mts';
import { measureSockets, openFilesFor } from './sockets/sockets.mts';
import { measureWeb } from './web/web.mts';

const WRONG = 1;
const FLOOR_MISSED = 2;
const SOCKET_VOTES = 25;

/** `database`: as superuser. */
export interface Parts {
  product: Product;
  database: pg.Client;
}
/** `missed`: counts and answers were right, and a bound was not kept. */
export interface Outcome {
  problems: string[];
  missed?: boolean;
}
export type WithProduct = <T>(
  settings: {
    openFiles?: number;
    folder?: string;
    checkout?: string | undefined;
    settings?: Readonly<Record<string, string>>;
  },
  work: (parts: Parts) => Promise<T>,
) => Promise<T>;

const BENCHMARKS: Record<
  Benchmark,
  {
    file: string;
    run: (options: Options, folders: { folder: string; tools: string }, withProduct: WithProduct) => Promise<Outcome>;
  }
> = {
  comparison: { file: 'bench.json', run: compareWithPgbench },
  against: {
    file: 'bench-against.json',
    run: (options, _folders, withProduct) =>
      withProduct({ folder: 'this' }, (ours) =>
        withProduct({ folder: 'other', checkout: options.against }, (other) =>
          compareCheckouts({ ours, other }, options),
        ),
      ),
  },
  scale: {
    file: 'bench-scale.json',
    run: (options, _folders, withProduct) =>
      withProduct({ folder: 'small' }, (small) =>
        withProduct({ folder: 'growing' }, (growing) => measureScale({ small, growing }, options)),
      ),
  },
  sockets: {
    file: 'bench-sockets.json',
    run: (options, _folders, withProduct) =>
      withProduct({ openFiles: openFilesFor(options.sockets) }, (parts) =>
        measureSockets(parts, { sockets: options.sockets, votes: options.quick ? 3 : SOCKET_VOTES }),
      ),
  },
  ratios: {
    file: 'bench-ratios.json',
    run: (options, _folders, withProduct) =>
      withProduct({ settings: LIMITS_OF_PRODUCTION }, (parts) => measureRatios(parts, options)),
  },
  web: {
    file: 'bench-web.json',
    run: (options, _folders, withProduct) => withProduct({}, (parts) => measureWeb(parts, options)),
  },
};

/** Starts the product on a new data folder, and stops it whatever happens. */
const withProductIn =
  ({ dataDir, ...where }: { dataDir: string; profile: string | undefined }): WithProduct =>
  async ({ folder = 'data', ...settings }, work) => {
    console.log('Starting Inkling, one process per service, on a new database ...');
    const product = await startProduct({ ...where, ...settings, dataDir: join(dataDir, folder) });
    const database = new pg.Client(product.databaseUrl);
    try {
      // A lost connection shows as a failed query.
      database.on('error', () => undefined);
      await database.connect();
      return await work({ product, database });
    } finally {
      await database.end().catch(() => undefined);
      await product.stop();
    }
  };

/**
 * Runs what was asked for, prints the tables, writes the figures, and sets the exit code: 1 when counts or answers
 * were wrong, 2 when reads grew too slow or the web application missed a limit, or, with `--strict`, when a floor was
 * missed.
 */
export async function run(args: string[]) {
  const options = parseOptions(args);
  const base = resolve(process.env.DATA_DIR ?? '.data');
  // On the disk that holds the data, not in a folder for temporary files, which may be memory where fsync costs
  // nothing.
  const folders = { folder: join(base, `bench-${process.pid}`), tools: TOOLS };
  // However it ends: by an error or a signal as well.
  if (!options.keep) process.once('exit', () => rmSync(folders.folder, { recursive: true, force: true }));
  let exitCode = 0;
  for (const name of options.benchmarks) {
    const { file: usual, run: measure } = BENCHMARKS[name];
    await mkdir(folders.folder, { recursive: true });
    const outcome = await measure(
      options,
      folders,
      withProductIn({ dataDir: join(folders.folder, name), profile: options.profile }),
    );
    const file = resolve(options.json ?? join(base, usual));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `${JSON.stringify(outcome, null, 2)}\n`);
    console.log(`All figures: ${file}${options.keep ? `; data: ${folders.folder}` : ''}`);
    if (!options.keep) await rm(folders.folder, { recursive: true, force: true });
    if (outcome.problems.length > 0) exitCode = WRONG;
    else if (outcome.missed && exitCode === 0) exitCode = FLOOR_MISSED;
  }
  process.exitCode = exitCode;
}
