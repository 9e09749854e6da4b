import OpenAI from 'openai';

export type FailureKind = 'timeout' | 'aborted' | 'busy' | 'key-refused' | 'rejected' | 'broken' | 'refusal' | 'empty';

/**
 * Why the provider gave no answer. Its own words are kept out of `message`, since they may quote a part of the key;
 * `complaint` is only for telling what it does not know, and is never logged.
 */
export class ProviderFailure extends Error {
  override name = 'ProviderFailure';

  constructor(
    readonly kind: FailureKind,
    readonly details: {
      status?: number | undefined;
      requestId?: string | null | undefined;
      retryAfterMs?: number | undefined;
      complaint?: string;
    } = {},
  ) {
    super(
      [
        'Provider:',
        kind,
        details.status && `status ${details.status}`,
        details.requestId && `request ${details.requestId.slice(0, 80)}`,
      ]
        .filter(Boolean)
        .join(' '),
    );
  }

  /** The provider did no work that it could charge for. */
  get free(): boolean {
    return ['busy', 'key-refused', 'rejected', 'broken'].includes(this.kind);
  }
}

/** Sorts what the client threw. `deadline` tells its time limit apart from a call that was ended on purpose. */
export function toProviderFailure(error: unknown, deadline: AbortSignal): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  if (error instanceof OpenAI.APIConnectionTimeoutError) return new ProviderFailure('timeout');
  if (
    error instanceof OpenAI.APIUserAbortError ||
    (error as Error).name === 'AbortError' ||
    (error as Error).name === 'TimeoutError'
  )
    return new ProviderFailure(deadline.aborted ? 'timeout' : 'aborted');
  if (!(error instanceof OpenAI.APIError)) return new ProviderFailure('broken');
  const status = error.status as number | undefined;
  const details = { status, requestId: error.requestID };
  if (status === 429)
    return new ProviderFailure('busy', {
      ...details,
      retryAfterMs: retryAfterMs(error.headers as Headers | undefined),
    });
  if (status === 401 || status === 403) return new ProviderFailure('key-refused', details);
  if (status === 400 || status === 422)
    return new ProviderFailure('rejected', {
      ...details,
      complaint: `${error.param ?? ''} ${error.code ?? ''} ${error.message}`,
    });
  return new ProviderFailure('broken', details);
}

/** `Retry-After` in seconds or as a date; undefined when absent or unreadable. */
export function retryAfterMs(headers: Headers | undefined): number | undefined {
  const value = headers?.get('retry-after');
  if (!value) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(value.trim()) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) && ms > 0 ? ms : undefined;
}
