import { useEffect, useRef, useState } from 'react';
import type { FirebaseWebConfig, User } from '@inkling/contracts';
import { t } from '../../../lib/i18n';
import { beforeLogout, useSession } from '../../../lib/session';
import { toast } from '../../../lib/toast';
import { isBackFromGoogle, prepareGoogle, redirectedUser, signInWithGoogle, signOutOfGoogle } from '../api/google';
import { codeOf } from '../code-of';
import { explain } from '../explain';
import { GoogleMark } from './google-mark';

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

/** Continues with Google: in a pop-up, or after a redirect. */
export default function GoogleButton({ config, advised }: { config: FirebaseWebConfig; advised: boolean }) {
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
