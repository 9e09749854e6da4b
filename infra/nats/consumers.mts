import 'reflect-metadata';
import { consumerName, eventHandlersOf, type ServiceDefinition } from '@inkling/platform';

/**
 * The durable consumers of an application, read from its modules without starting it.
 * @returns each consumer with its event type
 */
export function consumersOf(definition: ServiceDefinition): { name: string; type: string }[] {
  return providersOf(definition.module as Module).flatMap((provider) => {
    const own = (provider.SOURCES ?? []).map(({ name, contract }) => ({ name, type: contract.type }));
    const declared = eventHandlersOf(Object.create(provider.prototype)).map(({ contract, method }) => ({
      name: consumerName(definition.name, contract.type, method),
      type: contract.type,
    }));
    return [...own, ...declared];
  });
}

/** A module class, or a dynamic module; a consumer's class may list its sources. */
interface Module {
  module?: Module;
  providers?: Provider[];
  imports?: Module[];
}
type Provider = ConsumerClass | { useClass?: ConsumerClass };
type ConsumerClass = (new (...args: never[]) => object) & {
  SOURCES?: readonly { name: string; contract: { type: string } }[];
};

/** Classes that a module and those it imports provide. */
function providersOf(module: Module, seen = new Set<Module>()): ConsumerClass[] {
  const type = module.module ?? module;
  if (seen.has(type)) return [];
  seen.add(type);
  const providers: Provider[] = [...(Reflect.getMetadata('providers', type) ?? []), ...(module.providers ?? [])];
  const imports: Module[] = [...(Reflect.getMetadata('imports', type) ?? []), ...(module.imports ?? [])];
  const classes = providers.map((provider) => (typeof provider === 'function' ? provider : provider.useClass));
  return [
    ...classes.filter((each) => each !== undefined),
    ...imports.flatMap((imported) => providersOf(imported, seen)),
  ];
}
