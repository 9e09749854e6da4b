import { describe, expect, it } from '@jest/globals';
import { ORDINARY_POLL, routes, type RouteContract } from '@inkling/contracts';
import { openApiDocument } from './openapi.js';

interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>;
}
const document = openApiDocument('1.2.3') as unknown as {
  openapi: string;
  info: { version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.values(methods).map((operation) => ({ path, operation })),
);

/** Every value under a key anywhere in a document. */
function under(key: string, value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) => [...(name === key ? [child] : []), ...under(key, child)]);
}

describe('the API’s description', () => {
  it('names each operation once and says which version it is of', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.sort()).toEqual(Object.keys(routes).sort());
    expect(document.info.version).toBe('1.2.3');
  });

  it('declares exactly the parameters that a path has', () => {
    for (const { path, operation } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
      expect(declared.map(({ name }) => name)).toEqual(inPath);
      expect(declared.every(({ required }) => required)).toBe(true);
    }
  });

  it('tells the limits of what is taken', () => {
    const schema = (operationId: string, name: string) =>
      operations
        .find(({ operation }) => operation.operationId === operationId)
        ?.operation.parameters?.find((parameter) => parameter.name === name)?.schema;
    expect(schema('poll', 'id')).toEqual({ type: 'integer', minimum: 1, maximum: 2 ** 53 - 1 });
    expect(schema('feed', 'page')).toEqual({ type: 'integer', minimum: 1, maximum: 1_000 });
    expect(schema('feed', 'cursor')).toMatchObject({
      type: 'string',
      minLength: 1,
      maxLength: 2_000,
      pattern: '^[\\w-]+$',
    });
    const [options] = under('options', document.paths['/api/polls']?.['post']?.requestBody) as object[];
    expect(options).toMatchObject({ type: 'array', minItems: 2, maxItems: 6, uniqueItems: true });
  });

  it('does not require fields of an answer that are left out where they have their default', () => {
    const answer = document.paths['/api/polls/{id}']?.['get']?.responses['200']?.content?.['application/json']?.schema;
    expect(answer).toMatchObject({ properties: { method: { default: 'single' }, userChoices: { default: null } } });
    const { properties, required } = answer as { properties: object; required: string[] };
    expect(required).toContain('userVote');
    const optional = Object.keys(properties).filter((field) => !required.includes(field));
    expect(optional).toEqual(expect.arrayContaining(Object.keys(ORDINARY_POLL)));
  });

  it('points to nothing that is not there', () => {
    const references = under('$ref', document) as string[];
    expect(references.length).toBeGreaterThan(0);
    for (const reference of references) {
      expect(reference).toMatch(/^#\/components\/schemas\//);
      expect(document.components.schemas).toHaveProperty([reference.slice('#/components/schemas/'.length)]);
    }
  });

  it('describes every body that is taken and every answer that has one', () => {
    for (const [name, contract] of Object.entries<RouteContract>(routes)) {
      const { operation } = operations.find((one) => one.operation.operationId === name)!;
      expect(Object.keys(operation.requestBody?.content ?? {})).toEqual(
        contract.body ? [...(contract.bodyTypes ?? ['application/json'])] : [],
      );
      expect(operation.responses[contract.success.status]?.content === undefined).toBe(
        contract.success.schema === null && contract.success.files === undefined,
      );
    }
  });

  it('uses words of OpenAPI 3.0 alone', () => {
    expect(document.openapi).toMatch(/^3\.0\./);
    for (const word of ['$schema', '$id', 'const', 'propertyNames', 'prefixItems', 'patternProperties', 'examples'])
      expect([word, under(word, document.paths)]).toEqual([word, []]);
    for (const type of under('type', document.paths)) expect(Array.isArray(type) || type === 'null').toBe(false);
  });
});
