import { once } from 'node:events';
import { PassThrough, Writable } from 'node:stream';

/**
 * COPY through a pg client, which leaves both directions to whoever submits a query with these handlers. Both keep no more
 * in memory than the streams' own buffers.
 */

/**
 * Runs `copy ... to stdout`.
 * @param {import('pg').Client} client
 * @param {string} text
 * @returns {PassThrough & { rows: Promise<number> }} the bytes, and the number of rows once they have ended
 */
export function copyOut(client, text) {
  const out = new PassThrough({ highWaterMark: 1 << 20 });
  const done = Promise.withResolvers();
  done.promise.catch(() => undefined);
  let rows = 0;
  let connection;
  const resume = () => connection.stream.resume();
  out.on('drain', resume);
  // A reader that has gone must not stop the connection for good.
  out.on('close', () => connection?.stream.resume());
  client.query({
    submit: (to) => {
      connection = to;
      to.query(text);
    },
    handleCopyData: ({ chunk }) => {
      // The client reads the next packet into the same memory.
      if (!out.destroyed && !out.write(Buffer.from(chunk))) connection.stream.pause();
    },
    handleCommandComplete: (message) => {
      rows = Number(/^COPY (\d+)$/.exec(message.text)?.[1]);
    },
    handleReadyForQuery: () => {
      done.resolve(rows);
      out.end();
    },
    handleError: (error) => {
      done.reject(error);
      out.destroy(error);
    },
  });
  return Object.assign(out, { rows: done.promise });
}

/**
 * Runs `copy ... from stdin`.
 * @param {import('pg').Client} client
 * @param {string} text
 * @returns {Writable & { rows: Promise<number> }} takes the bytes; finishes when the server has taken all
 */
export function copyIn(client, text) {
  const ready = Promise.withResolvers();
  const done = Promise.withResolvers();
  for (const { promise } of [ready, done]) promise.catch(() => undefined);
  let rows = 0;
  let connection;
  const input = new Writable({
    highWaterMark: 1 << 20,
    write: (chunk, _encoding, callback) =>
      void settle(callback, async () => {
        await ready.promise;
        connection.sendCopyFromChunk(chunk);
        // A connection that breaks never drains.
        if (connection.stream.writableNeedDrain) await Promise.race([once(connection.stream, 'drain'), done.promise]);
      }),
    final: (callback) =>
      void settle(callback, async () => {
        await ready.promise;
        connection.endCopyFrom();
        await done.promise;
      }),
    destroy: (error, callback) => {
      if (error && connection && !error.severity) connection.sendCopyFail(error.message);
      callback(error);
    },
  });
  client.query({
    submit: (to) => {
      // Its turn may come after its end: begun then, nothing would ever end it.
      if (input.destroyed) return input.errored ?? new Error('Nobody sends rows any more');
      connection = to;
      to.query(text);
    },
    handleCopyInResponse: () => ready.resolve(),
    handleCommandComplete: (message) => {
      rows = Number(/^COPY (\d+)$/.exec(message.text)?.[1]);
    },
    handleReadyForQuery: () => done.resolve(rows),
    handleError: (error) => {
      ready.reject(error);
      done.reject(error);
      input.destroy(error);
    },
  });
  return Object.assign(input, { rows: done.promise });
}

/** Tells a stream how a piece of work has ended. */
async function settle(callback, work) {
  try {
    await work();
  } catch (error) {
    callback(error);
    return;
  }
  callback();
}
