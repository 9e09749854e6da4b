import 'reflect-metadata';
import { consumerName, eventHandlersOf } from '@inkling/platform';

/**
 * The durable consumers that an application makes, read from its modules without starting it.
 * @param {import('@inkling/platform').ServiceDefinition} definition
 * @returns {{ name: string, type: string }[]} consumer and the event that it takes in
 */
export function consumersOf(definition) {
  return providersOf(definition.module).flatMap((provider) => {
    const own = (provider.SOURCES ?? []).map(({ name, contract }) => ({ name, type: contract.type }));
    const declared = eventHandlersOf(Object.create(provider.prototype)).map(({ contract, method }) => ({
      name: consumerName(definition.name, contract.type, method),
      type: contract.type,
    }));
    return [...own, ...declared];
  });
}

/** Classes that a module and those it imports provide. */
function providersOf(module, seen = new Set()) {
  const type = module.module ?? module;
  if (seen.has(type)) return [];
  seen.add(type);
  const listed = (key) => [...(Reflect.getMetadata(key, type) ?? []), ...(module[key] ?? [])];
  const classes = listed('providers')
    .map((provider) => (typeof provider === 'function' ? provider : provider.useClass))
    .filter(Boolean);
  return [...classes, ...listed('imports').flatMap((imported) => providersOf(imported, seen))];
}
