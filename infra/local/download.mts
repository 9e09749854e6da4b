import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** An unreachable host must not cause a long wait. */
const ANSWER_MS = 5_000;
const STALL_MS = 20_000;
const LARGEST_BYTES = 200 * 1024 * 1024;

/**
 * Downloads a file whose content is known beforehand.
 * @param sha256 of its content, in hexadecimal
 * @param limits for the first answer, and for each piece after it
 * @throws {Error} whose message says what the host answered
 */
export async function download(
  url: string,
  file: string,
  sha256: string,
  {
    answerMs = ANSWER_MS,
    stallMs = STALL_MS,
    signal,
  }: { answerMs?: number; stallMs?: number; signal?: AbortSignal } = {},
) {
  const timeout = new AbortController();
  const giveUp = (why: string) => () => timeout.abort(new Error(why));
  let timer = setTimeout(giveUp(`no answer within ${answerMs / 1_000} s`), answerMs);
  const hash = createHash('sha256');
  let bytes = 0;
  const look = new Transform({
    transform(chunk, _encoding, next) {
      clearTimeout(timer);
      timer = setTimeout(giveUp(`nothing came for ${stallMs / 1_000} s`), stallMs);
      hash.update(chunk);
      bytes += chunk.length;
      next(bytes > LARGEST_BYTES ? new Error('it does not end') : null, chunk);
    },
  });
  try {
    const response = await fetch(url, { signal: AbortSignal.any([timeout.signal, ...(signal ? [signal] : [])]) });
    if (!response.ok || !response.body) throw new Error(`answer ${response.status}`);
    await pipeline(response.body, look, createWriteStream(file));
  } catch (cause) {
    const reason = timeout.signal.aborted ? timeout.signal.reason : cause;
    throw new Error(deepest(reason), { cause });
  } finally {
    clearTimeout(timer);
  }
  const found = hash.digest('hex');
  if (found !== sha256) throw new Error(`the SHA-256 of its ${bytes} bytes is ${found}, and ${sha256} is pinned`);
}

/** Node's `fetch failed` has the reason as its cause. */
function deepest(error: { message: string; cause?: unknown }): string {
  return error.cause ? deepest(error.cause as Error) : error.message;
}
