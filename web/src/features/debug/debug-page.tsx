import { useEffect, useState, type FormEvent } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from '../../components/ui/button';
import { Field } from '../../components/ui/field';
import { t } from '../../lib/i18n';
import { usePageTitle } from '../../lib/page-title';
import { bindSession, live, useRealtimeStatus } from '../../lib/realtime';
import { toast } from '../../lib/toast';
import { useTestNotification, useTestVote } from './api/test-notification';
import styles from './debug-page.module.css';
import './strings';

/** Digits of an id that JavaScript represents exactly. */
const ID_MAX = 15;

interface TestProps {
  label: string;
  button: string;
  missing: string;
  pending: boolean;
  onSend: (id: number) => void;
}

function TestForm({ label, button, missing, pending, onSend }: TestProps) {
  const [text, setText] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (Number(text) > 0) onSend(Number(text));
    else toast({ title: t('debug.error'), description: missing, variant: 'destructive' });
  };
  return (
    <form className={styles.test} onSubmit={submit} noValidate>
      <Field
        label={label}
        inputMode="numeric"
        autoComplete="off"
        maxLength={ID_MAX}
        value={text}
        onChange={(event) => setText(event.target.value.replaceAll(/\D/g, ''))}
      />
      <Button type="submit" variant="line" size="l" className={styles.send} aria-disabled={pending}>
        {button}
      </Button>
    </form>
  );
}

/** The last message of the connection, as received. */
function useLastFrame(): string | null {
  const [last, setLast] = useState<string | null>(null);
  useEffect(() => live.onFrame((frame) => setLast(JSON.stringify(frame, null, 2))), []);
  return last;
}

/** `/debug`: the state of the realtime connection, and ways to trigger messages. */
export default function DebugPage() {
  const client = useQueryClient();
  const status = useRealtimeStatus();
  const last = useLastFrame();
  const notification = useTestNotification();
  const vote = useTestVote();
  usePageTitle(t('debug.title'));

  useEffect(() => {
    bindSession(client);
    return live.hold();
  }, [client]);

  const connected = status === 'open';
  return (
    <div className={`col ${styles.root}`}>
      <div className={`page-head ${styles.head}`}>
        <h1 className="title">{t('debug.title')}</h1>
      </div>
      <div className="set">
        <div role="status">
          <b>{t('debug.status')}</b>
          <p className={connected ? styles.connected : styles.disconnected}>
            {t(connected ? 'debug.connected' : 'debug.disconnected')}
          </p>
        </div>
        <Button size="s" variant="line" onClick={() => live.reconnect()}>
          {t('debug.reconnect')}
        </Button>
      </div>
      <TestForm
        label={t('debug.targetUser')}
        button={t('debug.sendTest')}
        missing={t('debug.needUser')}
        pending={notification.isPending}
        onSend={(id) => !notification.isPending && notification.mutate(id)}
      />
      <TestForm
        label={t('debug.poll')}
        button={t('debug.castVote')}
        missing={t('debug.needPoll')}
        pending={vote.isPending}
        onSend={(id) => !vote.isPending && vote.mutate(id)}
      />
      <section>
        <h2 className={styles.heading}>{t('debug.lastMessage')}</h2>
        {last === null ? <p className="muted">{t('debug.noMessages')}</p> : <pre className={styles.frame}>{last}</pre>}
      </section>
    </div>
  );
}
