import { useEffect, useState } from 'react';
import { askingRefusal, type AskingRefusal } from '@inkling/contracts/asking';
import { serverNow } from '../../lib/server-clock';
import { useServerConfig } from '../../lib/server-config';
import { useSession } from '../../lib/session';

/** Browsers wait no longer than this with one timer. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

/**
 * Why the person cannot ask polls yet (docs/product.md#who-may-ask), so that the page says it before anything is
 * written; undefined for somebody who may, and while it is not known. The server decides.
 */
export function useAskingRefusal(): AskingRefusal | undefined {
  const { user } = useSession();
  const rule = useServerConfig()?.instance?.whoMayAsk;
  const [, look] = useState(0);
  const known = rule && user?.createdAt !== undefined && user.role === 'member';
  const refusal = known
    ? askingRefusal(rule, { emailVerified: user.emailVerified, createdAt: user.createdAt! }, serverNow())
    : undefined;
  const from = refusal?.code === 'ask-needs-age' ? refusal.from : null;
  useEffect(() => {
    if (from === null) return undefined;
    const wait = Math.min(Math.max(0, Date.parse(from) - serverNow()), LONGEST_WAIT_MS);
    const timer = setTimeout(() => look((count) => count + 1), wait);
    return () => clearTimeout(timer);
  });
  return refusal;
}
