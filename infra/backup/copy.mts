import { once } from 'node:events';
import { PassThrough, type Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Client } from 'pg';
import { from, to } from 'pg-copy-streams';

const BUFFER = { highWaterMark: 1 << 20 };

/**
 * Runs `copy ... to stdout`.
 * @returns the bytes; `rows`: their number, once the bytes have ended
 */
export function copyOut(client: Client, text: string): PassThrough & { rows: Promise<number> } {
  // The number of rows comes after the last byte, and before the connection is free again.
  const idle = once(client, 'drain');
  const copy = client.query(to(text, BUFFER));
  const out = copy.pipe(new PassThrough(BUFFER));
  copy.once('error', (error) => out.destroy(error));
  out.once('close', () => {
    // When the reader fails, the remaining rows are read and dropped, so that the connection stays usable.
    copy.unpipe(out);
    copy.resume();
  });
  const rows = Promise.all([finished(out), idle]).then(() => copy.rowCount);
  rows.catch(() => undefined);
  return Object.assign(out, { rows });
}

/**
 * Runs `copy ... from stdin`.
 * @returns takes the bytes, and finishes when the server has all of them; `rows`: their number then
 */
export function copyIn(client: Client, text: string): Writable & { rows: Promise<number> } {
  const input = client.query(from(text, BUFFER));
  const rows = finished(input).then(() => input.rowCount);
  rows.catch(() => undefined);
  return Object.assign(input, { rows });
}
