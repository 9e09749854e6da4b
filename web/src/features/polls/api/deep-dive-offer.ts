import { useEffect } from 'react';
import type { InsightKind } from '@inkling/contracts';
import { INSIGHT_KINDS } from '@inkling/contracts/constants';
import { useServerConfig } from '../../../lib/server-config';

/** What the server offered last: a kind, or nothing. */
const KEY = 'inkling_deep_dive';

function lastOffer(): InsightKind | null {
  try {
    return INSIGHT_KINDS.find((kind) => kind === localStorage.getItem(KEY)) ?? null;
  } catch {
    return null;
  }
}

/**
 * What a Deep Dive is made of here; null where none is offered. Until the server has said so it is what the server
 * offered last, so that no button comes or goes while a page loads.
 */
export function useDeepDiveOffer(): { offer: InsightKind | null; known: boolean } {
  const config = useServerConfig();
  const offer = config ? config.insightsKind : lastOffer();
  useEffect(() => {
    if (!config) return;
    try {
      if (config.insightsKind) localStorage.setItem(KEY, config.insightsKind);
      else localStorage.removeItem(KEY);
    } catch {
      // Private windows can refuse storage; the button then comes with the server's answer.
    }
  }, [config]);
  return { offer, known: config !== undefined };
}
