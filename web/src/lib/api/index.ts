import type { AnswerOf, BodyOf, PagedRouteName, ParamsOf, QueryOf, RouteName, Routes } from '@inkling/contracts';
import { t } from '../i18n';
import { errorBodyOf, exchange, type Answer, type SendOptions } from './exchange';
import { ApiFailure } from './failure';
import { pathOf, templateOf, type PathInput } from './request-head';
import type { NameOf, Route } from './routes';

export { onSessionLost } from './exchange';
export { ApiFailure, messageOf, orFail, reasonOf } from './failure';
export * as routes from './routes';

/** A field that is required, optional or absent as the contract says. */
type Field<Key extends string, Value> = [Value] extends [undefined]
  ? unknown
  : Partial<Value> extends Value
    ? { [K in Key]?: Value }
    : { [K in Key]: Value };

type Form<Name extends RouteName> = Routes[Name] extends { bodyTypes: readonly unknown[] } ? FormData : never;

/** What a call of a route takes: parameters of the path, query and body as in the contract, and how to send it. */
type CallInput<Name extends RouteName> = SendOptions &
  Field<'params', ParamsOf<Name>> &
  Field<'query', QueryOf<Name>> &
  Field<'body', BodyOf<Name> | Form<Name>>;

/** The input may be left out where nothing in it is required. */
type Rest<Name extends RouteName> =
  SendOptions extends CallInput<Name> ? [input?: CallInput<Name>] : [input: CallInput<Name>];

interface AnyInput extends SendOptions, PathInput {
  body?: unknown;
}

function sendTo(route: Route, input: AnyInput = {}): Promise<Answer> {
  const { signal, onProgress, keepalive, body } = input;
  return exchange({ route, path: pathOf(route, input), body, options: { signal, onProgress, keepalive } });
}

function failureOf(answer: Answer): ApiFailure {
  const body = errorBodyOf(answer);
  const text = typeof answer.body === 'string' ? answer.body : '';
  const fallback =
    answer.status === 401 ? t('session.authRequired') : text || answer.statusText || `Error ${answer.status}`;
  return new ApiFailure(answer.status, body?.code ?? 'unknown', body?.message ?? fallback, body, answer.status === 401);
}

/**
 * Calls a route of the contract. An empty answer is null.
 * @throws ApiFailure with the server's own message, or with status 0 when no answer came
 */
export async function call<R extends Route>(route: R, ...[input]: Rest<NameOf<R>>): Promise<AnswerOf<NameOf<R>>> {
  const answer = await sendTo(route, input);
  if (!answer.ok) throw failureOf(answer);
  return answer.body as AnswerOf<NameOf<R>>;
}

/** Reads that answer null to someone signed out instead of failing, by the beginning of their path. */
const OPEN_READS = ['/api/polls', '/api/users/featured', '/api/notifications', '/api/auth/me'];
const isOpenRead = (route: Route): boolean => OPEN_READS.some((beginning) => templateOf(route).startsWith(beginning));

/** A read for a query cache: null to someone signed out where the screen then shows nothing, else 'Unauthorized'. */
export async function callOrNull<R extends Route>(
  route: R,
  ...[input]: Rest<NameOf<R>>
): Promise<AnswerOf<NameOf<R>> | null> {
  const answer = await sendTo(route, input);
  if (answer.ok) return answer.body as AnswerOf<NameOf<R>>;
  const { code, body } = failureOf(answer);
  if (answer.status !== 401)
    throw new ApiFailure(answer.status, code, `Request failed: ${answer.statusText || answer.status}`, body, false);
  if (isOpenRead(route)) return null;
  throw new ApiFailure(401, code, 'Unauthorized', body);
}

/** A page of a plain list. */
export interface ListPage<T> {
  items: T[];
  nextCursor: string | null;
}

type PagedRoute = { [R in Route]: NameOf<R> extends PagedRouteName ? R : never }[Route];
type ItemOf<R extends PagedRoute> = AnswerOf<NameOf<R>> extends readonly (infer Item)[] ? Item : never;

/** A page of a plain list, from its cursor; empty to someone signed out where {@link callOrNull} gives null. */
export async function callPage<R extends PagedRoute>(
  route: R,
  ...[input]: Rest<NameOf<R>>
): Promise<ListPage<ItemOf<R>>> {
  const answer = await sendTo(route, input);
  if (answer.ok) return { items: (answer.body as ItemOf<R>[] | null) ?? [], nextCursor: answer.nextCursor };
  if (answer.status === 401 && isOpenRead(route)) return { items: [], nextCursor: null };
  throw failureOf(answer);
}
