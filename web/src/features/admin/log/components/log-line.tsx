import { Link } from 'react-router';
import type { LogEntry } from '@inkling/contracts';
import { ACT_KINDS } from '@inkling/contracts/constants';
import { t } from '../../../../lib/i18n';
import { useUndoAct } from '../../queue/api/undo';
import { actName } from '../../queue/model/act-words';
import { moment } from '../../queue/model/moment';
import { actorName, whatHappened } from '../model/log-words';
import styles from './log-line.module.css';

const isAct = (value: unknown): value is (typeof ACT_KINDS)[number] =>
  (ACT_KINDS as readonly unknown[]).includes(value);

/** A line of the log: when, what, who decided, the person concerned, and the way back where there is one. */
export function LogLine({ entry }: { entry: LogEntry }) {
  const { at, caseId, person, details, what, undoableAct } = entry;
  const undo = useUndoAct();
  const { act, reason } = details;
  const done = isAct(act) ? actName(act) : whatHappened(entry);
  return (
    <li className={styles.root}>
      <time dateTime={at}>{moment(at)}</time>
      <div className={styles.what}>
        <p>
          <b>{isAct(act) && what !== 'act-done' ? `${whatHappened(entry)}: ${done}` : done}</b>, {actorName(entry)}
        </p>
        <p className={styles.about}>
          {caseId !== null && (
            <Link className="link" to={`/admin/queue/${caseId}`}>
              {t('adminLog.caseNumber', { number: String(caseId) })}
            </Link>
          )}
          {person && (
            <Link className="link" to={`/admin/people/${person.id}`}>
              <bdi>{person.username ? `@${person.username}` : person.name}</bdi>
            </Link>
          )}
          {typeof reason === 'string' && reason !== '' && <span>{reason}</span>}
          {undoableAct !== null && (
            <button
              type="button"
              className="link"
              disabled={undo.isPending}
              aria-label={t('adminCase.undoOf', { act: done })}
              onClick={() => undo.mutate(undoableAct)}
            >
              {t('adminCase.keyUndo')}
            </button>
          )}
        </p>
      </div>
    </li>
  );
}
