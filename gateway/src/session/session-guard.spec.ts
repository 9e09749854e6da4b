import { expect, it } from '@jest/globals';
import type { ArgumentsHost, ExecutionContext } from '@nestjs/common';
import { routes } from '@inkling/contracts';
import { ApiError } from '@inkling/platform';
import { passTime } from '@inkling/testing';
import { ErrorFilter } from '../http/error-filter.js';
import { RefusedAgain } from '../http/refused-again.js';
import { Route } from '../http/route.js';
import { SessionGuard } from './session-guard.js';
import type { Sessions } from './sessions.js';

const VIEWER = { userId: 1, sessionId: 's', profile: true, verified: true };

it('asks the service again half a second after its refusal, however often somebody has tried meanwhile', () => {
  const handler = () => undefined;
  Route(routes.createPoll)({}, 'create', { value: handler });
  const refusedAgain = new RefusedAgain();
  const guard = new SessionGuard({ read: () => VIEWER } as unknown as Sessions, refusedAgain);
  const filter = new ErrorFilter(refusedAgain);
  let asked = 0;
  const attempt = () => {
    const [request, reply] = [{ headers: {} }, { code: () => reply, header: () => reply, send: () => reply }];
    const http = { getRequest: () => request, getResponse: () => reply };
    const context = { getType: () => 'http', getHandler: () => handler, switchToHttp: () => http };
    try {
      void guard.canActivate(context as unknown as ExecutionContext);
      asked += 1;
      throw new ApiError('too-many-polls', { extra: { retryAfter: 60 } });
    } catch (error) {
      filter.catch(error, context as unknown as ArgumentsHost);
    }
  };
  for (let time = 0; time < 2_000; time += 100) {
    attempt();
    passTime(100);
  }
  expect(asked).toBe(4);
});
