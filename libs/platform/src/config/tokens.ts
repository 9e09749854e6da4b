/** Injection token of a service's own configuration, as its schema parsed it. */
export const CONFIG = Symbol('config');
/** Injection token of the part of the configuration that every service has. */
export const BASE_CONFIG = Symbol('base-config');
/** Injection token of the service's name. */
export const SERVICE_NAME = Symbol('service-name');
