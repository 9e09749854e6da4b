import { useEffect, useEffectEvent, useState } from 'react';
import type { User } from '@inkling/contracts';
import { call, routes } from '../../lib/api';
import { t } from '../../lib/i18n';
import { useSession } from '../../lib/session';
import { toast } from '../../lib/toast';
import { Button } from '../ui/button';
import {
  Questions,
  browserSupportsWebAuthnAutofill,
  isDeclined,
  passkeyFailure,
  signWithPasskey,
  supportsPasskeys,
} from './ceremony';
import { KeyMark } from './key-mark';
import styles from './passkey-button.module.css';

async function signIn(autofill: boolean): Promise<User> {
  const options = await call(routes.passkeyOptions);
  return call(routes.passkeySignIn, { body: { credential: await signWithPasskey(options, autofill) } });
}

/**
 * Signs in with a passkey: by the button, or by the suggestions of the email field where the browser has them. Nothing
 * where the browser has no passkeys.
 */
export default function PasskeyButton() {
  const session = useSession();
  const [pending, setPending] = useState(false);
  const enter = async (user: User) => {
    toast({ title: t('auth.welcomeBack') });
    await session.signIn(user);
  };
  const enterBySuggestion = useEffectEvent(enter);

  useEffect(() => {
    if (pending) return;
    let left = false;
    void (async () => {
      if (!(await browserSupportsWebAuthnAutofill()) || left) return;
      try {
        await enterBySuggestion(await signIn(true));
      } catch {
        // Suggestions are an extra; the button says what is wrong.
      }
    })();
    return () => {
      left = true;
      Questions.cancelCeremony();
    };
  }, [pending]);

  const press = async () => {
    setPending(true);
    try {
      await enter(await signIn(false));
    } catch (error) {
      if (isDeclined(error)) return;
      toast({ title: t('passkeys.signInFailed'), description: passkeyFailure(error), variant: 'destructive' });
    } finally {
      setPending(false);
    }
  };

  if (!supportsPasskeys()) return null;
  return (
    <Button
      variant="line"
      size="l"
      block
      className={styles.root}
      disabled={pending}
      aria-busy={pending}
      onClick={() => void press()}
    >
      <KeyMark />
      {t(pending ? 'passkeys.adding' : 'passkeys.signIn')}
    </Button>
  );
}
