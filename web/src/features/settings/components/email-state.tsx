import { useRef, useState } from 'react';
import { useSendVerification } from '../../../components/confirm-email/send-verification';
import { Button } from '../../../components/ui/button';
import { t } from '../../../lib/i18n';
import { useServerConfig } from '../../../lib/server-config';
import { useSession } from '../../../lib/session';
import { ChangeEmail } from './change-email';
import styles from './email-state.module.css';

/** The user's address, the link that confirms it, and a form for another one where the server sends mail. */
export function EmailState() {
  const { user } = useSession();
  const { send, sending } = useSendVerification();
  const mail = useServerConfig()?.features.mail ?? false;
  const change = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  if (!user) return null;
  const close = () => {
    setOpen(false);
    requestAnimationFrame(() => change.current?.focus());
  };
  return (
    <div className={`set ${styles.root}`}>
      <div>
        <b>{t('settings.email')}</b>
        <p className="fine">
          <bdi>{user.email}</bdi> · {t(user.emailVerified ? 'settings.verified' : 'settings.notVerified')}
        </p>
      </div>
      {!user.emailVerified && (
        <Button size="s" variant="line" disabled={sending} onClick={() => send(user.email)}>
          {t(sending ? 'confirmEmail.sending' : 'confirmEmail.send')}
        </Button>
      )}
      {mail && !open && (
        <button ref={change} type="button" className="btn btn-line btn-s" onClick={() => setOpen(true)}>
          {t('changeEmail.change')}
        </button>
      )}
      {open && <ChangeEmail onDone={close} />}
    </div>
  );
}
