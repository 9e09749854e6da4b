import {
  ACCESS_COOKIE,
  ERRORS,
  ErrorBody,
  IdText,
  NEXT_CURSOR_HEADER,
  PAGE_MAX,
  PageText,
  routeErrors,
  routes,
  type ErrorCode,
  type RouteContract,
} from '@inkling/contracts';
import { z } from 'zod';

type Json = Record<string, unknown>;

/** Paths and queries are text; these schemas stand for numbers and are described as such. */
const NUMBERS = new Map<unknown, Json>([
  [IdText, { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }],
  [PageText, { type: 'integer', minimum: 1, maximum: PAGE_MAX }],
]);

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    target: 'openapi-3.0',
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema instanceof z.ZodObject && jsonSchema.required) {
        // An answer may leave out what has a default: nothing fills it in before it is sent.
        const required = jsonSchema.required.filter((name) => !zodSchema.shape[name]?.isOptional());
        if (required.length > 0) jsonSchema.required = required;
        else delete jsonSchema.required;
      }
      const number = io === 'input' ? NUMBERS.get(zodSchema) : undefined;
      if (!number) return;
      for (const word of Object.keys(jsonSchema)) delete (jsonSchema as Json)[word];
      Object.assign(jsonSchema, number);
    },
  }) as Json;
  return rest;
}

/** The API's OpenAPI description, generated from the route table. */
export function openApiDocument(version: string): Json {
  const paths: Record<string, Json> = {};
  for (const [name, contract] of Object.entries<RouteContract>(routes)) {
    const path = contract.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [contract.method.toLowerCase()]: operation(name, contract) };
  }
  return {
    openapi: '3.0.3',
    info: {
      title: 'Inkling',
      version,
      description:
        'Every failure is `{message, code}`. ' +
        'Calls that need a session take it from a cookie that login and signup set.',
    },
    paths,
    components: {
      schemas: { Error: schemaOf(ErrorBody, 'output') },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: ACCESS_COOKIE } },
    },
  };
}

function operation(name: string, contract: RouteContract): Json {
  const body = contract.body && schemaOf(contract.body, 'input');
  return {
    operationId: name,
    summary: contract.summary,
    tags: [contract.tag],
    ...(contract.access === 'public' ? { security: [] } : { security: [{ session: [] }] }),
    parameters: [...parameters(contract.params, 'path'), ...parameters(contract.query, 'query')],
    ...(body
      ? {
          requestBody: {
            required: contract.bodyOptional !== true,
            content: Object.fromEntries(
              (contract.bodyTypes ?? ['application/json']).map((type) => [
                type,
                { schema: type === 'multipart/form-data' ? withFiles(body, contract) : body },
              ]),
            ),
          },
        }
      : {}),
    responses: { ...success(contract), ...failures(contract) },
  };
}

/** A form's body: its fields, and the files that it may carry. */
function withFiles(body: Json, { fileFields = [] }: RouteContract): Json {
  const file = (field: string): Json => ({
    type: 'string',
    format: 'binary',
    description: `JPG, PNG, GIF or WebP${field === 'media' ? ', MP4 or WebM' : ''}, at most 25 MB for all files together`,
  });
  const files = Object.fromEntries(fileFields.map((field) => [field, file(field)]));
  return { ...body, properties: { ...(body['properties'] as Json), ...files } };
}

function parameters(schema: z.ZodType | undefined, where: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Json; required?: string[] };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
  }));
}

const NEXT_PAGE = {
  [NEXT_CURSOR_HEADER]: {
    description: 'Give it as `cursor` for the next page; absent on the last.',
    schema: { type: 'string' },
  },
};

function success({ success: { status, schema, files = [] }, paged }: RouteContract): Json {
  const content = {
    ...(schema ? { 'application/json': { schema: schemaOf(schema, 'output') } } : {}),
    ...Object.fromEntries(files.map((type) => [type, { schema: { type: 'string', format: 'binary' } }])),
  };
  return {
    [status]: {
      description: 'Done',
      ...(paged ? { headers: NEXT_PAGE } : {}),
      ...(Object.keys(content).length > 0 ? { content } : {}),
    },
  };
}

function failures(contract: RouteContract): Json {
  const byStatus = Map.groupBy(routeErrors(contract), (code: ErrorCode) => ERRORS[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${ERRORS[code].message}`).join('\n\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
}
