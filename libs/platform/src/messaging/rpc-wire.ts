import { ERRORS, type ErrorBody } from '@inkling/contracts';
import { readsMayBeLate } from '../context/late-reads.js';
import { ApiError } from '../errors/api-error.js';

/**
 * Bytes of a call. Request: JSON `{r: request id, x: when its caller gives up, milliseconds since 1970, t: W3C trace
 * context where traces are kept, l: true where its reads may be late, d: data}`. Reply: one byte, `+` or `-`, then
 * JSON: the data, or an ErrorBody. The byte lets a gateway hand a reply's JSON on without looking inside.
 */
export interface RpcFrame {
  readonly r: string;
  readonly x: number;
  readonly t?: string | undefined;
  readonly l?: true | undefined;
  readonly d: unknown;
}

const OK = 0x2b;
const FAILED = 0x2d;
const encoder = new TextEncoder();

export const encodeRequest = (requestId: string, data: unknown, timeoutMs: number, traceparent?: string): Uint8Array =>
  encoder.encode(
    JSON.stringify({
      r: requestId,
      x: Date.now() + timeoutMs,
      t: traceparent,
      l: readsMayBeLate() || undefined,
      d: data,
    } satisfies RpcFrame),
  );

/** A reply that is JSON text already and is sent as it is. */
export class RawJson {
  constructor(readonly text: string) {}
}

export function encodeReply(value: unknown): Uint8Array {
  return Buffer.from(`+${value instanceof RawJson ? value.text : JSON.stringify(value ?? {})}`);
}

export const encodeFailure = (error: ApiError): Uint8Array => Buffer.from(`-${JSON.stringify(error.body())}`);

/**
 * The JSON bytes of a reply, a view on `payload`.
 * @throws ApiError when the reply is a failure, or is none of ours (`unavailable`)
 */
export function openReply(payload: Uint8Array): Buffer {
  const rest = Buffer.from(payload.buffer, payload.byteOffset + 1, Math.max(0, payload.byteLength - 1));
  if (payload[0] === OK) return rest;
  if (payload[0] !== FAILED) throw new ApiError('unavailable');
  const body = JSON.parse(rest.toString()) as ErrorBody;
  throw body.code in ERRORS ? ApiError.from(body) : new ApiError('internal');
}
