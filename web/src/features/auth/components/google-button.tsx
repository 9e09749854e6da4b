import { useEffect, useRef, useState } from 'react';
import type { FirebaseWebConfig, User } from '@inkling/contracts';
import { t } from '../../../lib/i18n';
import { firebaseOf, useServerConfig } from '../../../lib/server-config';
import { beforeLogout, useSession } from '../../../lib/session';
import { toast } from '../../../lib/toast';
import { isBackFromGoogle, prepareGoogle, redirectedUser, signInWithGoogle, signOutOfGoogle } from '../api/google';
import { codeOf } from '../code-of';
import { explain } from '../problem';

function GoogleMark() {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
      <path fill="#4285F4" d="M19.6 10.2c0-.7-.1-1.4-.2-2H10v3.9h5.4a4.6 4.6 0 0 1-2 3v2.5h3.2c1.9-1.7 3-4.3 3-7.4z" />
      <path fill="#34A853" d="M10 20c2.7 0 5-.9 6.6-2.4l-3.2-2.5a6 6 0 0 1-9-3.2H1.1v2.6A10 10 0 0 0 10 20z" />
      <path fill="#FBBC05" d="M4.4 11.9a6 6 0 0 1 0-3.8V5.5H1.1a10 10 0 0 0 0 9z" />
      <path fill="#EA4335" d="M10 4c1.5 0 2.8.5 3.9 1.5l2.8-2.8A10 10 0 0 0 1.1 5.5l3.3 2.6A6 6 0 0 1 10 4z" />
    </svg>
  );
}

/** Firebase's own messages are meant for programmers. */
function sayFailure(error: unknown): void {
  const code = codeOf(error);
  const { title, description } = explain(error, 'login', true);
  const text =
    code === 'auth/network-request-failed'
      ? t('auth.googleUnreachable')
      : error instanceof Error && 'status' in error
        ? description
        : t('auth.googleFailed');
  toast({ title, description: text, variant: 'destructive' });
}

function GoogleButton({ config, advised }: { config: FirebaseWebConfig; advised: boolean }) {
  const { signIn } = useSession();
  const [pending, setPending] = useState(isBackFromGoogle);
  const once = useRef(false);

  const take = async (asked: Promise<User | null>) => {
    setPending(true);
    try {
      const user = await asked;
      if (!user) return;
      beforeLogout(signOutOfGoogle);
      toast({ title: t('auth.welcomeBack') });
      await signIn(user);
    } catch (error) {
      sayFailure(error);
    } finally {
      setPending(false);
    }
  };

  useEffect(() => {
    if (once.current || !isBackFromGoogle()) return;
    once.current = true;
    void take(redirectedUser(config));
  });

  return (
    <button
      type="button"
      className={advised ? 'btn btn-line btn-l btn-block is-advised' : 'btn btn-line btn-l btn-block'}
      disabled={pending}
      aria-busy={pending}
      onPointerEnter={() => prepareGoogle(config)}
      onFocus={() => prepareGoogle(config)}
      onClick={() => void take(signInWithGoogle(config))}
    >
      <GoogleMark />
      {t(pending ? 'auth.googleWait' : 'auth.google')}
    </button>
  );
}

/**
 * The divider and the Google button, highlighted when it is the advice. Without Google sign-in on this server,
 * development shows it disabled with the reason and production leaves it out.
 */
export function GoogleSection({ advised }: { advised: boolean }) {
  const config = useServerConfig();
  const firebase = firebaseOf(config);
  if (!config || (!firebase && config.environment === 'production')) return null;
  return (
    <>
      <div className="perf">
        <span className="or">{t('auth.or')}</span>
      </div>
      {firebase ? (
        <GoogleButton config={firebase} advised={advised} />
      ) : (
        <>
          <button type="button" className="btn btn-line btn-l btn-block" disabled aria-describedby="google-note">
            <GoogleMark />
            {t('auth.google')}
          </button>
          <p className="fine google-note" id="google-note">
            {t('auth.googleMissing')}
          </p>
        </>
      )}
    </>
  );
}
