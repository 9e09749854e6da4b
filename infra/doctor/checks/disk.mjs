import { dirname, resolve } from 'node:path';
import { ROOT, dataPaths } from '../../local/paths.mjs';
import { fail, ok, warn } from '../findings.mjs';

const GIB = 2 ** 30;
/** PostgreSQL keeps up to 2 GiB of its log (`max_wal_size`), and an upgrade needs room for two sets of images. */
const LOW = 5 * GIB;
const NONE = GIB;
const FEW_FILES = 0.05;

/** Room and inodes where databases, media, images and backups are. */
export const disk = {
  name: 'disk',
  run: async (context) => {
    const places = (await placesOf(context)).filter(({ path }) => path);
    // Whether docker answers is said elsewhere.
    const silent = context.mode === 'compose' && (await context.docker.version()).code !== 0;
    if (places.length === 0)
      return silent ? [] : [warn('docker keeps its data on another computer', 'Look at its room there.')];
    return (await Promise.all(places.map((place) => look(context.host, place)))).flat();
  },
};

async function placesOf({ mode, settings, docker, options }) {
  const folder = mode === 'compose' ? await docker.folder() : dataPaths(settings.DATA_DIR || '.data').root;
  return [
    { what: mode === 'compose' ? 'docker' : 'data', path: folder },
    { what: 'backups', path: options.backups && resolve(ROOT, options.backups) },
  ];
}

async function look(host, { what, path }) {
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

/** Of a folder that is still to be made, the one that it will be in. */
async function nearest(host, path) {
  for (let at = path; ; at = dirname(at)) {
    const room = await host.room(at);
    if (room || at === dirname(at)) return room;
  }
}

const gigabytes = (bytes) => (bytes / 1e9).toFixed(1);
