/** A reason to stop that a person can act on: printed as one line, without a stack. */
export class LaunchFailure extends Error {
  /**
   * @param {string} message one line: what is wrong and what to do
   * @param {{ detail?: string, cause?: unknown }} [options] `detail` is printed before the line, such as a compiler's
   *   output
   */
  constructor(message, options = {}) {
    super(message, { cause: options.cause });
    this.name = 'LaunchFailure';
    this.detail = options.detail;
  }
}

/**
 * @param {unknown} error
 * @returns {string} its message, or its text when it is no Error
 */
export const reasonOf = (error) => (error instanceof Error ? error.message : String(error));

/**
 * @param {unknown} error
 * @returns {string | undefined} the `code` that Node and PostgreSQL give their errors
 */
export const codeOf = (error) => /** @type {{ code?: string } | undefined} */ (error)?.code;

/**
 * Prints why the program stops and ends it with code 1.
 * @param {unknown} error
 * @returns {never}
 */
export function fail(error) {
  if (error instanceof LaunchFailure) {
    if (error.detail) process.stderr.write(`${error.detail.trimEnd()}\n`);
    process.stderr.write(`${error.message}\n`);
  } else {
    // Anything else is a bug, which the stack helps to find.
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  }
  process.exit(1);
}
