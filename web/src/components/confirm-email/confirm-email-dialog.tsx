import { lazy, Suspense, useState } from 'react';
import { useConfirmEmailAsked } from '../../lib/confirm-email';

const ConfirmEmailWindow = lazy(() => import('./confirm-email-window'));

/** The dialog that asks people to confirm their address; its code loads on first use. */
export function ConfirmEmailDialog() {
  const asked = useConfirmEmailAsked();
  const [ever, setEver] = useState(asked);
  if (asked && !ever) setEver(true);
  return <Suspense fallback={null}>{ever && <ConfirmEmailWindow open={asked} />}</Suspense>;
}
