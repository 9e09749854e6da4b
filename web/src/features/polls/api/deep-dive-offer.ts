import { useEffect } from 'react';
import type { InsightKind } from '@inkling/contracts';
import { INSIGHT_KINDS } from '@inkling/contracts/constants';
import { useServerConfig } from '../../../lib/server-config';
import { readItem, writeItem } from '../../../lib/storage';

/** The server's last known offer: a kind, or nothing. */
const KEY = 'inkling_deep_dive';

const lastOffer = (): InsightKind | null => INSIGHT_KINDS.find((kind) => kind === readItem(KEY)) ?? null;

/**
 * The kind of Deep Dive that this server offers; null for none. Until the configuration arrives it is the last known
 * offer, so that no button appears or disappears while a page loads.
 */
export function useDeepDiveOffer(): { offer: InsightKind | null; known: boolean } {
  const config = useServerConfig();
  const offer = config ? config.insightsKind : lastOffer();
  useEffect(() => {
    if (config) writeItem(KEY, config.insightsKind);
  }, [config]);
  return { offer, known: config !== undefined };
}
