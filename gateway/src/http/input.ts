import type { ErrorBody, ErrorCode, RouteContract } from '@inkling/contracts';
import { ApiError } from '@inkling/platform';
import type {} from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { unrouted } from './unrouted.js';

/** Fields whose problems have an error code, used by routes that list it. */
const FIELD_CODES: Record<string, ErrorCode> = {
  email: 'auth/invalid-email',
  password: 'auth/weak-password',
  newPassword: 'auth/weak-password',
};
const ISSUES_MAX = 20;

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Reads a multipart form: its fields, and its files into `request.uploads`.
     * @param fileFields names of the fields that may carry a file; none where the route takes no files
     * @throws ApiError 400 for a broken form, 413 above the limits, 503 when too many are arriving
     */
    readForm(request: FastifyRequest, fileFields: readonly string[]): Promise<Record<string, unknown>>;
  }
}

interface Input {
  params: unknown;
  query: unknown;
  body: unknown;
}

/**
 * Parses path, query and body by the route's schemas. Resolves at once unless the body is a form.
 * @throws ApiError 400 with the first problem as its message and all of them in `issues`; 413 and 415 for forms
 */
export function readInput(contract: RouteContract, request: FastifyRequest): Input | Promise<Input> {
  const params = contract.params ? parseParams(contract, contract.params, request) : undefined;
  const query = contract.query ? parse(contract, contract.query, request.query) : undefined;
  if (!contract.body) return { params, query, body: undefined };
  const schema = contract.body;
  if (!request.isMultipart()) {
    const body = parse(contract, schema, request.body ?? {});
    if (request.body === undefined && !contract.bodyOptional) {
      throw new ApiError('invalid-request', { message: 'The request has no body. Send a JSON object.' });
    }
    return { params, query, body };
  }
  if (!contract.bodyTypes?.includes('multipart/form-data')) {
    throw new ApiError('unsupported-media-type', { message: 'Send the body as application/json.' });
  }
  return request.server.readForm(request, contract.fileFields ?? []).then((fields) => ({
    params,
    query,
    body: parse(contract, schema, fields),
  }));
}

/**
 * A path whose parameter does not parse may belong to a route with other methods: `DELETE /api/polls/trending`.
 * @throws ApiError 400, or 405 with `allow`
 */
function parseParams<S extends z.ZodType>(contract: RouteContract, schema: S, request: FastifyRequest): z.output<S> {
  const result = schema.safeParse(request.params, { error: describe });
  if (result.success) return result.data;
  const { error, allow } = unrouted(request.method, request.url);
  throw allow === undefined ? rejection(contract, result.error) : error;
}

/** @throws ApiError 400 */
export function parse<S extends z.ZodType>(
  contract: Pick<RouteContract, 'errors'>,
  schema: S,
  value: unknown,
): z.output<S> {
  const result = schema.safeParse(value, { error: describe });
  if (result.success) return result.data;
  throw rejection(contract, result.error);
}

function rejection(contract: Pick<RouteContract, 'errors'>, error: z.ZodError): ApiError {
  const issues = error.issues
    .slice(0, ISSUES_MAX)
    .map(({ path, message }) => ({ path: path.join('.'), message: sentence(path.join('.'), message) }));
  const first = issues[0];
  const own = first && FIELD_CODES[first.path];
  // A password that is too long is not weak: a program would ask its user for a longer one.
  const fits = own !== 'auth/weak-password' || error.issues[0]?.code !== 'too_big';
  const code = own && fits && contract.errors.includes(own) ? own : 'invalid-request';
  const extra: Partial<ErrorBody> = { issues };
  return new ApiError(code, { ...(first ? { message: first.message } : {}), extra });
}

/** Puts the field in front of a fragment such as "must be a whole number"; whole sentences stay as they are. */
const sentence = (field: string, message: string): string =>
  field !== '' && /^[a-z]/.test(message) && !message.startsWith(field) ? `${field} ${message}` : message;

const KINDS: Record<string, string> = {
  int: 'a whole number',
  number: 'a number',
  string: 'text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** Messages for the problems that schemas have no words for; undefined keeps zod's. */
function describe(issue: z.core.$ZodRawIssue): string | undefined {
  const field = issue.path?.join('.') ?? '';
  const name = field === '' ? 'The request' : field;
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return `${name} is required`;
      if (Array.isArray(issue.input) && issue.expected !== 'object')
        return `${name} must be ${KINDS[issue.expected] ?? issue.expected}, given once`;
      return `${name} must be ${KINDS[issue.expected] ?? issue.expected}`;
    case 'too_small':
      return typeof issue.minimum === 'number' && issue.origin !== 'string' && issue.origin !== 'array'
        ? `${name} must be ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}`
        : undefined;
    case 'too_big':
      return typeof issue.maximum === 'number' && issue.origin !== 'string' && issue.origin !== 'array'
        ? `${name} must be at most ${issue.maximum}`
        : `${name} can have at most ${issue.maximum} ${issue.origin === 'array' ? 'entries' : 'characters'}`;
    case 'invalid_format':
      return issue.format === 'datetime'
        ? `${name} must be an ISO 8601 date and time, such as 2030-01-31T23:59:59.000Z`
        : `${name} is not valid`;
    default:
      return undefined;
  }
}
