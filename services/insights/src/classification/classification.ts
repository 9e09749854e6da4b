import type { EventData, pollClassified } from '@inkling/contracts';

/** What a poll is about, as one classifier sees it; null where it is unclear. */
export type Classification = Omit<EventData<typeof pollClassified>, 'pollId' | 'version'>;
