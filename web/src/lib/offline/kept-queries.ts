import type { Query, QueryKey } from '@tanstack/react-query';
import { ApiFailure } from '../api';

/** The key under which a query's data is kept for a visit without a network; null for data that is not kept. */
export function nameOf([area, kind, id]: QueryKey): string | null {
  if (area === 'polls' && kind === 'feed') return 'feed';
  if (area === 'polls' && kind === 'detail') return `poll:${String(id)}`;
  return area === 'featured' || area === 'trending-polls' ? area : null;
}

/**
 * Whether a query has nothing to show because the server cannot be reached: it waits for a network, or no answer came.
 */
export const isCutOff = ({ state }: Pick<Query, 'state'>): boolean =>
  state.data === undefined &&
  (state.fetchStatus === 'paused' ||
    (state.fetchFailureReason instanceof ApiFailure && state.fetchFailureReason.status === 0));

/**
 * Whether a query has nothing to show because a part of the server is down; the browser gets no sign when that ends.
 */
export const isPartAway = ({ state }: Pick<Query, 'state'>): boolean =>
  state.data === undefined && state.fetchFailureReason instanceof ApiFailure && state.fetchFailureReason.status >= 500;
