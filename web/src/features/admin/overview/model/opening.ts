import type { ServerConfig } from '@inkling/contracts';

/** What an instance needs before strangers come, in this order (docs/operations/opening.md). */
export const OPENING_STEPS = ['mail', 'protection', 'people', 'name', 'rules', 'pages'] as const;
export type OpeningStep = (typeof OPENING_STEPS)[number];

export interface OpeningFacts {
  config: Pick<ServerConfig, 'features' | 'links' | 'operator' | 'instance'>;
  /** People who look after the instance; null when unknown. */
  staff: number | null;
  /** The administrator's own account has a passkey or one-time codes. */
  isProtected: boolean;
}

/** Whether a step is done; null where nobody can say now. */
export function openingOf({ config, staff, isProtected }: OpeningFacts): Record<OpeningStep, boolean | null> {
  const { features, links, operator, instance } = config;
  const has = (page: 'terms' | 'privacy') => links[page] !== null || instance?.pages.includes(page) === true;
  return {
    mail: features.mail,
    protection: isProtected,
    people: staff === null ? null : staff > 1,
    name: operator.name !== null && operator.email !== null,
    // The page of rules is there from the first time that somebody has saved the settings.
    rules: instance?.pages.includes('rules') ?? null,
    pages: has('terms') && has('privacy'),
  };
}
