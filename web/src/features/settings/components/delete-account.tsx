import { useRef, useState } from 'react';
import type { AccountDeletion } from '@inkling/contracts';
import { BallotOption } from '../../../components/ui/ballot-option';
import { Button } from '../../../components/ui/button';
import { t } from '../../../lib/i18n';
import { dateFormat } from '../../../lib/i18n/format';
import { serverNow, useServerOffset } from '../../../lib/server-clock';
import { useDeletion, useRequestDeletion, useWithdrawDeletion } from '../api/deletion';
import { graceDays } from '../model/days-left';
import { Section } from './section';
import styles from './delete-account.module.css';
import section from './section.module.css';

type Polls = AccountDeletion['polls'];

const moment = dateFormat(
  { weekday: 'long', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' },
  'en-GB',
);
const weekday = dateFormat({ weekday: 'short' });

/** What goes, what becomes of the polls, and the button that asks for it. */
function Choice({ days, onClose }: { days: number; onClose: () => void }) {
  const request = useRequestDeletion();
  const [polls, setPolls] = useState<Polls | null>(null);
  return (
    <div className={styles.card} data-ink="coral">
      <p className={styles.text}>{t('deletion.text')}</p>
      <fieldset className="opts">
        <legend className="vh">{t('deletion.polls')}</legend>
        <BallotOption name="deleted-polls" on={polls === 'delete'} onChange={() => setPolls('delete')}>
          {t('deletion.deletePolls')}
          <small>{t('deletion.deletePollsText')}</small>
        </BallotOption>
        <BallotOption name="deleted-polls" on={polls === 'anonymous'} onChange={() => setPolls('anonymous')}>
          {t('deletion.anonymousPolls')}
          <small>{t('deletion.anonymousPollsText')}</small>
        </BallotOption>
      </fieldset>
      <p className={`fine ${styles.proof}`}>{t('deletion.proof')}</p>
      <div className={styles.actions}>
        <Button
          variant="stamp"
          disabled={polls === null || request.isPending}
          aria-busy={request.isPending}
          onClick={() => polls !== null && request.mutate({ polls })}
        >
          {request.isPending ? t('deletion.confirming') : t('deletion.confirm', { count: days })}
        </Button>
        <Button variant="well" disabled={request.isPending} onClick={onClose}>
          {t('deletion.keep')}
        </Button>
      </div>
    </div>
  );
}

/** The days until the deletion, and the way back. */
function Grace({ pending }: { pending: AccountDeletion }) {
  const withdraw = useWithdrawDeletion();
  // Which days have passed depends on the time.
  useServerOffset();
  const days = graceDays(pending.requestedAt, pending.dueAt, serverNow());
  const passed = days.filter(({ is }) => is === 'gone').length;
  const left = days.length - passed;
  return (
    <div className={styles.card} data-ink="coral">
      <h3>{left === 1 ? t('deletion.lastHours') : t('deletion.left', { count: left })}</h3>
      <p className={styles.text}>
        {t('deletion.due', { when: moment(new Date(pending.dueAt)) })}{' '}
        {t(pending.polls === 'delete' ? 'deletion.pollsGo' : 'deletion.pollsStay')}
      </p>
      <ol className={styles.week} aria-label={t('deletion.week', { count: passed, days: days.length })}>
        {days.map(({ at, is }) => (
          <li
            key={at.getTime()}
            className={is === 'gone' ? styles.gone : is === 'now' ? styles.now : undefined}
            aria-current={is === 'now' ? 'date' : undefined}
          >
            {weekday(at)}
          </li>
        ))}
      </ol>
      <Button block disabled={withdraw.isPending} aria-busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
        {t(withdraw.isPending ? 'deletion.withdrawing' : 'deletion.withdraw')}
      </Button>
    </div>
  );
}

/** Deleting the own account: the request, and the days in which it can be taken back. */
export function DeleteAccount() {
  const { data, isError, isFetching, refetch } = useDeletion();
  const trigger = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    requestAnimationFrame(() => trigger.current?.focus());
  };
  if (!data && !isError) return null;
  return (
    <Section title={t('deletion.title')}>
      {!data ? (
        <div className={section.failed} role="alert">
          <p>{t('deletion.loadFailed')}</p>
          <Button size="s" variant="line" disabled={isFetching} onClick={() => void refetch()}>
            {t('ui.retry')}
          </Button>
        </div>
      ) : data.pending ? (
        <Grace pending={data.pending} />
      ) : open ? (
        <Choice days={data.days} onClose={close} />
      ) : (
        <div className="set">
          <div>
            <p className="fine">{t('deletion.rowText', { days: data.days })}</p>
          </div>
          <button ref={trigger} type="button" className="btn btn-line btn-s" onClick={() => setOpen(true)}>
            {t('deletion.begin')}
          </button>
        </div>
      )}
    </Section>
  );
}
