import { useEffect, useRef } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { CaseView } from '@inkling/contracts';
import { call, routes } from '../../../../lib/api';

/** Milliseconds that a case must be open before it is taken, so that browsing the list takes none. */
const LOOK_MS = 1_500;
/** Milliseconds after which an open case is taken again, well before its hold ends. */
const AGAIN_MS = 60_000;

/**
 * Says that this moderator has the case open, as long as it is, so that nobody else decides it at the same time.
 * @returns call it when deciding: the decision ends the hold, so the case is not released as well
 */
export function useHold(caseId: number, decided: boolean): () => void {
  const client = useQueryClient();
  const kept = useRef(false);
  useEffect(() => {
    if (decided) return undefined;
    kept.current = false;
    let taken = false;
    let gone = false;
    const leave = () => {
      if (!kept.current) call(routes.leaveCase, { params: { caseId } }).catch(() => undefined);
    };
    const take = async () => {
      try {
        const hold = await call(routes.takeCase, { params: { caseId } });
        if (gone) return leave();
        taken = true;
        client.setQueryData<CaseView>([routes.adminCase, caseId], (view) => view && { ...view, taken: hold.taken });
      } catch {
        // Somebody else has it, which the case says when it is read again.
        void client.invalidateQueries({ queryKey: [routes.adminCase, caseId] });
      }
    };
    const first = setTimeout(() => void take(), LOOK_MS);
    const again = setInterval(() => taken && document.visibilityState === 'visible' && void take(), AGAIN_MS);
    return () => {
      gone = true;
      clearTimeout(first);
      clearInterval(again);
      if (taken) leave();
    };
  }, [client, caseId, decided]);
  return () => {
    kept.current = true;
  };
}
