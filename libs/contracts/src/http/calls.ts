import type { z } from 'zod';
import type { AsSent } from './polls.js';
import type { routes } from './routes.js';

// What a caller sends to a route and gets from it, as types: they cost nothing at run time.

export type Routes = typeof routes;
export type RouteName = keyof Routes;

/** Names of the routes whose answer is a list with pages. */
export type PagedRouteName = { [Name in RouteName]: Routes[Name] extends { paged: true } ? Name : never }[RouteName];

type SchemaOf<Name extends RouteName, Part extends string> = Routes[Name] extends { [Key in Part]: infer Schema }
  ? Schema
  : undefined;

/** The parameters of the path, as the service gets them: ids are numbers. */
export type ParamsOf<Name extends RouteName> =
  SchemaOf<Name, 'params'> extends infer Schema extends z.ZodType ? z.output<Schema> : undefined;
export type QueryOf<Name extends RouteName> =
  SchemaOf<Name, 'query'> extends infer Schema extends z.ZodType ? z.output<Schema> : undefined;
/** The JSON body before its defaults are filled in. */
export type BodyOf<Name extends RouteName> =
  SchemaOf<Name, 'body'> extends infer Schema extends z.ZodType ? z.input<Schema> : undefined;
/** The body of a successful answer as JSON has it; null where it is empty. */
export type AnswerOf<Name extends RouteName> = Routes[Name]['success']['schema'] extends infer Schema extends z.ZodType
  ? AsSent<z.output<Schema>>
  : null;
