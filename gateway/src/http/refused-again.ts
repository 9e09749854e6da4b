import { Injectable } from '@nestjs/common';
import type { ErrorCode, RouteContract } from '@inkling/contracts';
import { REFUSED_MS, RememberedRefusals, type ApiError } from '@inkling/platform';

/** Limits on acts: a person who is refused by one is refused on the same route whatever the next request says. */
const OF_ACTS: ReadonlySet<ErrorCode> = new Set([
  'too-many-polls',
  'too-many-comments',
  'too-many-reactions',
  'too-many-follows',
  'too-many-reports',
  'too-many-searches',
]);

/** A service repeats refusals from memory as well, and gives places back, so this memory is the shorter one. */
const MEMORY_MS = REFUSED_MS / 2;

/**
 * People whom a service's limit has refused a moment ago, by route. Their next tries end here and are not sent on,
 * so that an account that tries without end costs others little (ADR 25).
 */
@Injectable()
export class RefusedAgain {
  readonly #routes = new Map<RouteContract, RememberedRefusals>();

  /** @throws ApiError the refusal that is remembered */
  assertNone(route: RouteContract, userId: number): void {
    this.#routes.get(route)?.assertNone(userId);
  }

  /** @param error what the route answers; only refusals of limits are remembered */
  remember(route: RouteContract, userId: number, error: ApiError): void {
    const { retryAfter } = error.extra;
    if (retryAfter === undefined || !OF_ACTS.has(error.code)) return;
    let refusals = this.#routes.get(route);
    if (!refusals) this.#routes.set(route, (refusals = new RememberedRefusals(MEMORY_MS)));
    refusals.add(userId, error, retryAfter - 1);
  }
}
