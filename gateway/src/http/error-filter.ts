import {
  Catch,
  HttpException,
  Logger,
  NotFoundException,
  Optional,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import { ApiError } from '@inkling/platform';
import type { ErrorCode } from '@inkling/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RefusedAgain } from './refused-again.js';
import { JSON_TYPE } from './route.js';
import { unrouted } from './unrouted.js';

// The file server answers 403 to a path that leads out of its folder.
const BY_STATUS: Record<number, ErrorCode> = {
  400: 'invalid-request',
  403: 'not-found',
  404: 'not-found',
  405: 'method-not-allowed',
  413: 'too-large',
  414: 'invalid-request',
  415: 'unsupported-media-type',
  503: 'unavailable',
};

/** Turns every failure of a request into `{message, code}`. An unexpected error is logged and becomes `internal`. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  readonly #logger = new Logger('Http');

  constructor(@Optional() private readonly refusedAgain?: RefusedAgain) {}

  catch(error: unknown, host: ArgumentsHost): void {
    if (host.getType() !== 'http') {
      this.#logger.error('A WebSocket frame could not be handled', error);
      return;
    }
    const http = host.switchToHttp();
    this.answer(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  /** Answers a failed request, also one that failed before a route was found. */
  answer(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    if (reply.sent) return;
    const failure = this.#toApiError(error, request);
    const { viewer, admittedTo } = request;
    if (viewer && admittedTo) this.refusedAgain?.remember(admittedTo, viewer.userId, failure);
    reply.code(failure.status).header('content-type', JSON_TYPE);
    if (failure.code === 'method-not-allowed') reply.header('allow', unrouted(request.method, request.url).allow);
    if (failure.extra.retryAfter) reply.header('retry-after', failure.extra.retryAfter);
    reply.send(JSON.stringify(failure.body()));
  }

  #toApiError(error: unknown, request: FastifyRequest): ApiError {
    if (error instanceof ApiError) return error;
    if (error instanceof NotFoundException) {
      return unrouted(request.method, request.url).error;
    }
    const status =
      error instanceof HttpException ? error.getStatus() : (error as { statusCode?: number } | null)?.statusCode;
    const code = status === undefined ? undefined : BY_STATUS[status];
    if (code) return new ApiError(code);
    this.#logger.error(`${request.method} ${request.routeOptions.url ?? 'unknown path'} failed`, error);
    return new ApiError('internal');
  }
}
