import type { Act } from '@inkling/contracts';
import { t } from '../../../../lib/i18n';
import { useUndoAct } from '../api/undo';
import { doneName } from '../model/act-words';
import { ruleName } from '../model/case-words';
import { moment } from '../model/moment';

/** What was decided, when and why, and the way back. */
export function ActLine({ act }: { act: Act }) {
  const undo = useUndoAct();
  const done = doneName(act);
  return (
    <>
      <b>{done}</b>, {act.act !== 'dismiss' && `${ruleName(act.rule)}, `}
      {moment(act.at)}
      {act.reason && `: ${act.reason}`}{' '}
      {act.undoneAt !== null && <span className="muted">{t('adminCase.actUndone')}</span>}
      {act.undoable && (
        <button
          type="button"
          className="link"
          disabled={undo.isPending}
          aria-label={t('adminCase.undoOf', { act: done })}
          onClick={() => undo.mutate(act.id)}
        >
          {t('adminCase.keyUndo')}
        </button>
      )}
    </>
  );
}
