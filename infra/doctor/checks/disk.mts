import { dirname, resolve } from 'node:path';
import { ROOT, dataPaths } from '../../local/paths.mjs';
import { fail, ok, warn } from '../findings.mts';
import type { Host } from '../host.mts';
import type { Check, Context } from '../run.mts';

const GIB = 2 ** 30;
/** PostgreSQL keeps up to 2 GiB of its log (`max_wal_size`), and an upgrade needs room for two sets of images. */
const LOW = 5 * GIB;
const NONE = GIB;
const FEW_FILES = 0.05;

/** There is room, and there are inodes, where databases, media, images and backups are. */
export const disk: Check = {
  name: 'disk',
  run: async (context) => {
    const places = await placesOf(context);
    // Another check says whether docker answers.
    const silent = context.mode === 'compose' && (await context.docker.version()).code !== 0;
    if (places.length === 0)
      return silent ? [] : [warn('docker keeps its data on another computer', 'Look at its room there.')];
    return (await Promise.all(places.map(({ what, path }) => look(context.host, what, path)))).flat();
  },
};

async function placesOf({ mode, settings, docker, options: { backups } }: Context) {
  const compose = mode === 'compose';
  const folder = compose ? await docker.folder() : dataPaths(settings.DATA_DIR || '.data').root;
  return [
    ...(folder ? [{ what: compose ? 'docker' : 'data', path: folder }] : []),
    ...(backups ? [{ what: 'backups', path: resolve(ROOT, backups) }] : []),
  ];
}

async function look(host: Host, what: string, path: string) {
  const room = await nearest(host, path);
  if (!room) return [warn(`${what}: nothing is known of ${path}`, 'Run this as a user that may look there.')];
  const { free, total, files, filesFree } = room;
  const text = `${what}: ${gigabytes(free)} of ${gigabytes(total)} GB free at ${path}`;
  const more = 'Make room: docker image prune, old backups, logs; or a larger disk.';
  const findings = [free < NONE ? fail(text, more) : free < LOW || free < total / 10 ? warn(text, more) : ok(text)];
  // Some file systems make inodes as they need them.
  if (files > 0 && filesFree < files * FEW_FILES) {
    const inodes = `${what}: ${filesFree} of ${files} inodes free at ${path}`;
    findings.push(filesFree < files / 100 ? fail(inodes, more) : warn(inodes, more));
  }
  return findings;
}

/** The room of a folder, or of the one in which it will be made. */
async function nearest(host: Host, path: string) {
  for (let at = path; ; at = dirname(at)) {
    const room = await host.room(at);
    if (room || at === dirname(at)) return room;
  }
}

const gigabytes = (bytes: number) => (bytes / 1e9).toFixed(1);
