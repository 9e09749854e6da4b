import type { ErrorBody } from '@inkling/contracts';
import { failureSentence } from '../i18n';

/** A failed call. `status` 0 and code `network` mean that no answer came. */
export class ApiFailure extends Error {
  readonly #hasSentence: boolean;

  /** @param hasSentence false where the message only repeats the status, since the server gave no sentence */
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly body: ErrorBody | null = null,
    hasSentence = true,
  ) {
    super(message);
    this.name = 'ApiFailure';
    this.#hasSentence = hasSentence;
  }

  /** The server's own sentence; undefined where it gave none, or where no answer came. */
  get serverSentence(): string | undefined {
    return this.body?.message ?? (this.#hasSentence && this.status > 0 ? this.message : undefined);
  }
}

/** Why the server refused: in the active language, else in the server's words, else the given sentence. */
export const reasonOf = (error: unknown, fallback: string): string =>
  error instanceof ApiFailure
    ? (error.status > 0 && failureSentence(error.code)) || error.serverSentence || fallback
    : fallback;

/** As {@link reasonOf}; where no answer came, the sentence that the server cannot be reached. */
export const messageOf = (error: unknown, fallback: string): string =>
  error instanceof ApiFailure && error.status === 0 ? error.message : reasonOf(error, fallback);

/** Makes a call fail with the given sentence where the server gives none. */
export async function orFail<T>(call: Promise<T>, sentence: string): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    throw new ApiFailure(error.status, error.code, messageOf(error, sentence), error.body);
  }
}
