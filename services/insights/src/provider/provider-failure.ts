import OpenAI from 'openai';

export type FailureKind = 'timeout' | 'aborted' | 'busy' | 'key-refused' | 'rejected' | 'broken' | 'refusal' | 'empty';

/**
 * The reason why the provider gave no answer. `message` never contains the provider's text, which may quote a part of
 * the key. `complaint` contains it, to detect unsupported features, and is never logged.
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

  /** Whether the provider did no work that it could bill. */
  get free(): boolean {
    return ['busy', 'key-refused', 'rejected', 'broken'].includes(this.kind);
  }
}

/** Classifies an error of the client. `deadline` distinguishes a timeout from a call that was aborted on purpose. */
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

/** The milliseconds of a `Retry-After` header with seconds or a date; undefined if it is absent or invalid. */
export function retryAfterMs(headers: Headers | undefined): number | undefined {
  const value = headers?.get('retry-after');
  if (!value) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(value.trim()) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) && ms > 0 ? ms : undefined;
}
