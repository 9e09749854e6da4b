import { expect, it } from '@jest/globals';
import { routes, type ErrorBody, type RouteContract } from '@inkling/contracts';
import { ApiError } from '@inkling/platform';
import { passTime } from '@inkling/testing';
import { RefusedAgain } from './refused-again.js';

const limited = (extra: Partial<ErrorBody> = { retryAfter: 60 }) => new ApiError('too-many-polls', { extra });
const isRefused = (refused: RefusedAgain, route: RouteContract = routes.createPoll, userId = 1): boolean => {
  try {
    refused.assertNone(route, userId);
    return false;
  } catch (error) {
    expect(error).toMatchObject({ code: 'too-many-polls' });
    return true;
  }
};

it('repeats the refusal of a limit for half a second, to that person and on that route alone', () => {
  const refused = new RefusedAgain();
  refused.remember(routes.createPoll, 1, limited());
  expect([isRefused(refused), isRefused(refused, routes.createPoll, 2), isRefused(refused, routes.deletePoll)]).toEqual(
    [true, false, false],
  );
  passTime(500);
  expect(isRefused(refused)).toBe(false);
});

it('repeats nothing near the end of a window, and no other failure', () => {
  const refused = new RefusedAgain();
  refused.remember(routes.createPoll, 1, limited({ retryAfter: 2 }));
  refused.remember(routes.createPoll, 1, limited({}));
  refused.remember(routes.createPoll, 1, new ApiError('too-many-requests', { extra: { retryAfter: 60 } }));
  refused.remember(routes.createPoll, 1, new ApiError('invalid-request'));
  expect(isRefused(refused)).toBe(false);
});
