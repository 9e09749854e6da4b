import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from 'node:fs';

const LOOK_MS = 250;
const CHUNK = 64 * 1024;
const SHOWN = new Set(['warn', 'error', 'fatal']);

/**
 * Shows new lines of a log on the terminal: warnings and errors in short form, or everything.
 * @returns stops following, after a last look
 */
export function followLog(
  path: string,
  { all, prefix = '', write }: { all: boolean; prefix?: string; write: (line: string) => void },
): () => void {
  let position = existsSync(path) ? statSync(path).size : 0;
  let rest = '';
  const look = () => {
    if (!existsSync(path)) return;
    const { size } = statSync(path);
    // A rotated log starts again at its beginning.
    if (size < position) position = 0;
    if (size === position) return;
    const file = openSync(path, 'r');
    try {
      const buffer = Buffer.alloc(CHUNK);
      for (let read = 1; position < size && read > 0; position += read) {
        read = readSync(file, buffer, 0, Math.min(CHUNK, size - position), position);
        rest += buffer.toString('utf8', 0, read);
      }
    } finally {
      closeSync(file);
    }
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const shown = all ? line : summary(line);
      if (shown) write(`${prefix}${shown}`);
    }
  };
  const timer = setInterval(look, LOOK_MS);
  return () => {
    clearInterval(timer);
    look();
  };
}

/**
 * A JSON log line as a person reads it.
 * @returns undefined unless the line is JSON, and a warning or an error
 */
export function summary(line: string): string | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const { level, service, msg, err } = JSON.parse(line);
    if (!SHOWN.has(level)) return undefined;
    const cause = err?.message && err.message !== msg ? `: ${err.message}` : '';
    return `${service ?? 'inkling'} ${level}: ${msg}${cause}`;
  } catch {
    return undefined;
  }
}

/**
 * @param from byte offset, such as the log's size before a start
 * @returns the last lines that are not JSON, which a program prints when it cannot run; otherwise the last errors
 */
export function lastWords(path: string, from: number): string {
  if (!existsSync(path)) return '';
  const lines = readFileSync(path)
    .subarray(from)
    .toString('utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const plain = lines.filter((line) => !line.startsWith('{') && !line.includes('[Nest]'));
  return (plain.length > 0 ? plain : lines.map((line) => summary(line) ?? '')).filter(Boolean).slice(-12).join('\n');
}
