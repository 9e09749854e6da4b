import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { from, to } from 'pg-copy-streams';

const BUFFER = { highWaterMark: 1 << 20 };

/**
 * Runs `copy ... to stdout`.
 * @param {import('pg').Client} client
 * @param {string} text
 * @returns {PassThrough & { rows: Promise<number> }} the bytes, and the number of rows once they have ended
 */
export function copyOut(client, text) {
  // The number of rows comes after the last byte, and before the connection is free again.
  const idle = once(client, 'drain');
  const copy = client.query(to(text, BUFFER));
  const out = copy.pipe(new PassThrough(BUFFER));
  copy.once('error', (error) => out.destroy(error));
  out.once('close', () => {
    // A reader that goes away leaves the connection usable: the remaining rows are read and dropped.
    copy.unpipe(out);
    copy.resume();
  });
  const rows = Promise.all([finished(out), idle]).then(() => copy.rowCount);
  rows.catch(() => undefined);
  return Object.assign(out, { rows });
}

/**
 * Runs `copy ... from stdin`.
 * @param {import('pg').Client} client
 * @param {string} text
 * @returns {import('node:stream').Writable & { rows: Promise<number> }} takes the bytes; finishes when the server has
 *   all
 */
export function copyIn(client, text) {
  const input = client.query(from(text, BUFFER));
  const rows = finished(input).then(() => input.rowCount);
  rows.catch(() => undefined);
  return Object.assign(input, { rows });
}
