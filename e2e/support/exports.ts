import type { DataExport } from '@inkling/contracts';

const DAY_MS = 86_400_000;

/** An export of which four parts are in. */
export const makingExport: DataExport = {
  state: 'making',
  requestedAt: new Date().toISOString(),
  parts: ['polls', 'votes', 'comments', 'likes'],
  counts: { polls: 52, votes: 1_204, comments: 311, media: 0 },
  trouble: null,
  size: null,
  availableUntil: null,
};

/** Its finished file. */
export const readyExport: DataExport = {
  ...makingExport,
  state: 'ready',
  parts: ['polls', 'votes', 'comments', 'likes', 'follows', 'account', 'media'],
  counts: { ...makingExport.counts, media: 19 },
  size: 38_200_000,
  availableUntil: new Date(Date.now() + 7 * DAY_MS).toISOString(),
};

/** One that was given up. */
export const failedExport: DataExport = { ...makingExport, state: 'failed', trouble: 'store' };
