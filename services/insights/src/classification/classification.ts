import type { EventData, pollClassified } from '@inkling/contracts';

/** The labels that a classifier gives a poll; null means unclear. */
export type Classification = Omit<EventData<typeof pollClassified>, 'pollId' | 'version'>;
