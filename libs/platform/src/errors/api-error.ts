import { ERRORS, type ErrorBody, type ErrorCode } from '@inkling/contracts';

/**
 * A failure that the caller sees, as `{message, code}` with the code's status. Anything else that is thrown becomes
 * `internal` (500) and is logged.
 */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly extra: Partial<ErrorBody>;

  /**
   * @param code one of the contract's codes; it decides the status and the default sentence
   * @param options.message replaces the default sentence
   * @param options.extra additional fields of this code, such as `userVote`
   */
  constructor(code: ErrorCode, options: { message?: string; extra?: Partial<ErrorBody>; cause?: unknown } = {}) {
    super(options.message ?? ERRORS[code].message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ApiError';
    this.code = code;
    this.status = ERRORS[code].status;
    this.extra = options.extra ?? {};
  }

  /** The JSON body of the answer. */
  body(): ErrorBody {
    return { message: this.message, code: this.code, ...this.extra };
  }

  /** Rebuilds the error that another service answered; an unknown code becomes `internal`. */
  static from(body: ErrorBody): ApiError {
    const { message, code, ...extra } = body;
    return code in ERRORS ? new ApiError(code as ErrorCode, { message, extra }) : new ApiError('internal');
  }
}
