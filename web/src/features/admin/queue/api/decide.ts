import { useRef } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { Act, ActBody, DecideAppealBody } from '@inkling/contracts';
import { ApiFailure, call, routes } from '../../../../lib/api';
import { t } from '../../../../lib/i18n';
import { toast } from '../../../../lib/toast';
import { toastFailure } from '../../../../lib/toast-failure';
import { doneName } from '../model/act-words';
import { useQueueCache } from './queue';
import { useUndoAct } from './undo';

/** Milliseconds in which one key takes a decision back; the notices leave after them. */
const UNDO_MS = 10_000;

const isDecided = (error: unknown): boolean => error instanceof ApiFailure && error.code === 'case-decided';

interface Deciding {
  caseId: number;
  body: ActBody;
}

interface DecideOptions {
  /** Opens a case. */
  open: (caseId: number) => void;
}

/**
 * Decides cases and takes decisions back. The case leaves the list at once; when the server refuses, it comes back and
 * is opened again.
 */
export function useDecide({ open }: DecideOptions) {
  const cache = useQueueCache();
  const last = useRef<{ act: Act; caseId: number; until: number } | null>(null);
  const undoing = useUndoAct();
  const undo = (): void => {
    const done = last.current;
    last.current = null;
    if (!done || Date.now() >= done.until) return;
    undoing.mutate(done.act.id, { onSuccess: () => open(done.caseId) });
  };

  const deciding = useMutation({
    mutationFn: ({ caseId, body }: Deciding) => call(routes.decideCase, { params: { caseId }, body }),
    onSuccess: (act, { caseId }) => {
      const { undoable } = act;
      last.current = undoable ? { act, caseId, until: Date.now() + UNDO_MS } : null;
      toast({
        title: t('adminCase.done', { number: String(caseId), act: doneName(act) }),
        description: t(act.noticeAt === null ? 'adminCase.nobodyIsTold' : 'adminCase.noticeSoon', {
          count: UNDO_MS / 1000,
        }),
        duration: UNDO_MS,
        ...(undoable ? { action: { label: t('adminCase.keyUndo'), key: 'Z', onPress: undo } } : {}),
      });
    },
    onError: (error, { caseId }) => {
      if (isDecided(error))
        toast({
          title: t('adminCase.conflict', { number: String(caseId) }),
          description: t('adminCase.conflictText'),
          variant: 'destructive',
        });
      else toastFailure(t('adminCase.failed', { number: String(caseId) }), error);
      open(caseId);
    },
    onSettled: (_act, _error, { caseId }) => cache.refresh(caseId),
  });
  const decide = (decision: Deciding): void => {
    // Before the next case is chosen from the list.
    cache.remove(decision.caseId);
    deciding.mutate(decision);
  };
  return { decide, undo };
}

/** Answers an appeal, which is final. */
export function useDecideAppeal(caseId: number, onDone: () => void) {
  const cache = useQueueCache();
  return useMutation({
    mutationFn: ({ appealId, body }: { appealId: number; body: DecideAppealBody }) =>
      call(routes.decideAppeal, { params: { appealId }, body }),
    onSuccess: (_act, { body }) => {
      toast({ title: t(body.uphold ? 'adminCase.upheld' : 'adminCase.actUndone') });
      cache.remove(caseId);
      onDone();
    },
    onError: (error) => toastFailure(t('adminCase.appealFailed'), error),
    onSettled: () => cache.refresh(caseId),
  });
}
