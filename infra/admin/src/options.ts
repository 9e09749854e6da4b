import { SERVICES, type ServiceName } from '@inkling/contracts';

/** A mistake in what was typed: its message is all that is printed. */
export class UsageError extends Error {}

/** @throws UsageError */
export function wholeNumber(flag: string, text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`${flag} must be a whole number, not ${text}.`);
  return Number(text);
}

/** One service, or all. @throws UsageError for a name that is none */
export function servicesNamed(name: string | undefined): readonly ServiceName[] {
  if (name === undefined) return SERVICES;
  if (!(SERVICES as readonly string[]).includes(name))
    throw new UsageError(`There is no service ${name}. There are ${SERVICES.join(', ')}.`);
  return [name as ServiceName];
}
