import {
  applyDecorators,
  createParamDecorator,
  Header,
  HttpCode,
  RequestMapping,
  RequestMethod,
  SetMetadata,
  type ExecutionContext,
} from '@nestjs/common';
import { NEXT_CURSOR_HEADER, type RouteContract } from '@inkling/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { readInput } from './input.js';

const ROUTE = Symbol('route');
const OPEN = Symbol('open');
export const JSON_TYPE = 'application/json; charset=utf-8';

/** Declares a handler by its row in the route table: method, path, access rule, validation and success status. */
export const Route = (contract: RouteContract): MethodDecorator =>
  applyDecorators(
    RequestMapping({ path: contract.path, method: RequestMethod[contract.method] }),
    HttpCode(contract.success.status),
    SetMetadata(ROUTE, contract),
    ...(contract.success.schema ? [Header('content-type', JSON_TYPE)] : []),
  );

/** Marks a handler outside the route table (health, metrics) as open to everyone. */
export const Open = (): MethodDecorator => SetMetadata(OPEN, true);

/** The handler's row in the route table, if it has one. */
export const routeOf = (handler: object): RouteContract | undefined =>
  Reflect.getMetadata(ROUTE, handler) as RouteContract | undefined;
export const isOpen = (handler: object): boolean => Reflect.getMetadata(OPEN, handler) === true;

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
/** A request's parameters, query and body, parsed by the route's contract. */
export interface RouteInput<C extends RouteContract> {
  params: Parsed<C['params']>;
  query: Parsed<C['query']>;
  body: Parsed<C['body']>;
}

/**
 * Hands the handler its validated `RouteInput`.
 * @throws ApiError `invalid-request` and its kin (400), `unsupported-media-type` (415), `too-large` (413)
 */
export const Input = createParamDecorator((_data: undefined, context: ExecutionContext) => {
  const contract = routeOf(context.getHandler());
  if (!contract) throw new Error('@Input needs @Route');
  return readInput(contract, context.switchToHttp().getRequest<FastifyRequest>());
});

/** Answers with a plain list. A header says where the list goes on; it is absent on the last page. */
export function listPage<T>(reply: FastifyReply, items: T, nextCursor: string | null): T {
  if (nextCursor !== null) reply.header(NEXT_CURSOR_HEADER, nextCursor);
  return items;
}
