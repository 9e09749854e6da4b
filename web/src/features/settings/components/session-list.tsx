import { useState } from 'react';
import type { SessionInfo } from '@inkling/contracts';
import { Button } from '../../../components/ui/button';
import { Sheet } from '../../../components/ui/sheet';
import { t } from '../../../lib/i18n';
import { keepsFocus } from '../../../lib/keeps-focus';
import { longAgo } from '../../../lib/relative-time';
import { useServerOffset } from '../../../lib/server-clock';
import { useSession } from '../../../lib/session';
import { useEndSession, useSessions } from '../api/sessions';
import { browserName } from '../model/browser-name';
import styles from './session-list.module.css';
import section from './section.module.css';

function Place({ session }: { session: SessionInfo }) {
  const end = useEndSession();
  // Its age depends on the time.
  useServerOffset();
  const place = browserName(session.userAgent);
  return (
    <li>
      <div className={styles.place}>
        <b>{place}</b>
        <p className="fine">
          {session.current
            ? t('settings.current')
            : t('settings.lastSeen', { time: longAgo(session.lastSeenAt) ?? t('settings.someTimeAgo') })}
        </p>
      </div>
      {!session.current && (
        <Button
          size="s"
          variant="line"
          disabled={end.isPending}
          aria-label={t('settings.endOf', { place })}
          onClick={() => end.mutate(session.id)}
        >
          {t(end.isPending ? 'settings.ending' : 'settings.end')}
        </Button>
      )}
    </li>
  );
}

function Everywhere() {
  const { logout } = useSession();
  const [asking, setAsking] = useState(false);
  const [ending, setEnding] = useState(false);
  const end = async () => {
    setEnding(true);
    await logout(true);
    setEnding(false);
    setAsking(false);
  };
  return (
    <>
      <Button variant="line" onClick={() => setAsking(true)}>
        {t('settings.everywhere')}
      </Button>
      <Sheet
        alert
        open={asking}
        onOpenChange={(open) => !ending && setAsking(open)}
        title={t('settings.everywhereTitle')}
        description={t('settings.everywhereText')}
      >
        <div className={styles.dialogActions}>
          <Button variant="stamp" size="l" block disabled={ending} onClick={() => void end()}>
            {t(ending ? 'settings.ending' : 'settings.everywhere')}
          </Button>
          <Button variant="well" size="l" block disabled={ending} onClick={() => setAsking(false)}>
            {t('settings.cancel')}
          </Button>
        </div>
      </Sheet>
    </>
  );
}

/** The user's sessions, and buttons to end them. */
export function SessionList() {
  const { data, isError, isFetching, refetch } = useSessions();
  return (
    <div ref={keepsFocus} className={styles.root} id="sessions">
      <h3>{t('settings.sessions')}</h3>
      {isError && !data ? (
        <div className={section.failed} role="alert">
          <p>{t('settings.sessionsFailed')}</p>
          <Button size="s" variant="line" disabled={isFetching} onClick={() => void refetch()}>
            {t('ui.retry')}
          </Button>
        </div>
      ) : data ? (
        <ul className={`rows ${styles.rows}`}>
          {data.map((session) => (
            <Place key={session.id} session={session} />
          ))}
        </ul>
      ) : (
        <div className={styles.wait} role="status" aria-label={t('ui.loading')}>
          <span className="pulse" />
          <span className="pulse" />
        </div>
      )}
      <Everywhere />
    </div>
  );
}
