import type { LoggerService } from '@nestjs/common';
import { pino, type Logger as Pino, type LoggerOptions } from 'pino';
import { currentRequestId, currentService, currentSpan } from '../context/request-context.js';

/** Lines that wait for a full disk are kept up to here, in bytes; later ones are lost. */
const WAITING_MAX = 1024 * 1024;

/**
 * Writes log lines. A line that cannot be written must neither end nor block the process; the library itself would
 * throw, and retry forever at the end of the process.
 */
function linesTo(fd: number): { write(line: string): void } {
  const output = pino.destination({ fd, sync: true, maxLength: WAITING_MAX });
  output.on('error', () => undefined);
  return { write: (line) => void output.write(line) };
}

/** Nest's logger as JSON lines on standard output, each with the request's id where there is one. */
export class JsonLogger implements LoggerService {
  readonly #pino: Pino;

  /** @param fd standard output, except in specs */
  constructor(service: string, level: string, fd = 1) {
    const options: LoggerOptions = {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      mixin: () => {
        const requestId = currentRequestId();
        const traceId = currentSpan()?.spanContext().traceId;
        return {
          service: currentService() ?? service,
          ...(requestId ? { requestId } : {}),
          ...(traceId ? { trace_id: traceId } : {}),
        };
      },
    };
    this.#pino = pino(options, linesTo(fd));
  }

  log(message: unknown, ...rest: unknown[]): void {
    this.#write('info', message, rest);
  }
  error(message: unknown, ...rest: unknown[]): void {
    this.#write('error', message, rest);
  }
  warn(message: unknown, ...rest: unknown[]): void {
    this.#write('warn', message, rest);
  }
  debug(message: unknown, ...rest: unknown[]): void {
    this.#write('debug', message, rest);
  }
  verbose(message: unknown, ...rest: unknown[]): void {
    this.#write('trace', message, rest);
  }
  fatal(message: unknown, ...rest: unknown[]): void {
    this.#write('fatal', message, rest);
  }

  #write(level: 'info' | 'error' | 'warn' | 'debug' | 'trace' | 'fatal', message: unknown, rest: unknown[]): void {
    if (!this.#pino.isLevelEnabled(level)) return;
    // Nest passes the context (a class name) last, and for errors a stack before it.
    const context = typeof rest.at(-1) === 'string' ? (rest.at(-1) as string) : undefined;
    const others = context === undefined ? rest : rest.slice(0, -1);
    const error = message instanceof Error ? message : others.find((item) => item instanceof Error);
    const stack = others.find((item): item is string => typeof item === 'string');
    this.#pino[level](
      {
        ...(context ? { context } : {}),
        ...(error ? { err: pino.stdSerializers.err(error) } : {}),
        ...(stack ? { stack } : {}),
      },
      message instanceof Error ? message.message : typeof message === 'string' ? message : JSON.stringify(message),
    );
  }
}
