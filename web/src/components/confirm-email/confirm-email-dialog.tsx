import { lazy, Suspense, useState } from 'react';
import { useConfirmEmailAsked } from '../../lib/confirm-email';

const ConfirmEmailWindow = lazy(() => import('./confirm-email-window'));

/** The place of the dialog that asks to confirm one's address; its code loads when it is first needed. */
export function ConfirmEmailDialog() {
  const asked = useConfirmEmailAsked();
  const [ever, setEver] = useState(asked);
  if (asked && !ever) setEver(true);
  return <Suspense fallback={null}>{ever && <ConfirmEmailWindow open={asked} />}</Suspense>;
}
