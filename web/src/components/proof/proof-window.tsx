import { useEffect, useRef, useState, type FormEvent } from 'react';
import { PASSWORD_MAX } from '@inkling/contracts/constants';
import type { BodyOf } from '@inkling/contracts';
import { ApiFailure, call, messageOf, routes } from '../../lib/api';
import { t } from '../../lib/i18n';
import { firebaseOf, useServerConfig } from '../../lib/server-config';
import { useSession } from '../../lib/session';
import { KeyMark } from '../passkeys/key-mark';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { PasswordField } from '../ui/field';
import type { ProofQuestion } from './with-proof';
import styles from './proof.module.css';
import './strings';

/** Only people who sign in through Firebase load its library. */
const providerTokens = () => import('./provider-token');

/** Only people with a passkey load its code. */
const passkeys = () => import('../passkeys/ceremony');

/** Firebase's codes for credentials that it does not accept. */
const NOT_AT_PROVIDER = ['auth/invalid-credential', 'auth/wrong-password', 'auth/user-not-found'];
/** The person closed the provider's window. */
const CLOSED = ['auth/popup-closed-by-user', 'auth/cancelled-popup-request'];

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? '';

function sentenceOf(error: unknown): string {
  const code = codeOf(error);
  if (code === 'auth/wrong-password' || NOT_AT_PROVIDER.includes(code)) return t('proof.wrongPassword');
  if (code === 'auth/invalid-id-token') return t('proof.otherPerson');
  return error instanceof ApiFailure ? messageOf(error, t('session.tryAgain')) : t('proof.failed');
}

/** The dialog: the account's password, or the identity provider. */
export default function ProofWindow({ question, open }: { question: ProofQuestion; open: boolean }) {
  const { user } = useSession();
  const firebase = firebaseOf(useServerConfig());
  const start = useRef<HTMLElement | null>(null);
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const { proofs } = question;
  const hasPassword = proofs.includes('password');
  const provider = proofs.includes('provider') ? firebase : null;

  // A pop-up opens only within the press, so its code is here before.
  useEffect(() => {
    if (open && provider) void providerTokens().catch(() => undefined);
  }, [open, provider]);

  const prove = async (evidence: () => Promise<BodyOf<'prove'>>) => {
    if (busy) return;
    setBusy(true);
    setProblem('');
    try {
      await call(routes.prove, { body: await evidence() });
      question.answer(true);
    } catch (error) {
      if (CLOSED.includes(codeOf(error))) return;
      setProblem(sentenceOf(error));
      start.current?.focus();
    } finally {
      setBusy(false);
    }
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password === '') {
      setProblem(t('proof.empty'));
      start.current?.focus();
      return;
    }
    void prove(async () => {
      if (hasPassword || !provider || !user) return { password };
      return { idToken: await (await providerTokens()).passwordToken(provider, user.email, password) };
    });
  };

  const proveWithPasskey = async () => {
    if (busy) return;
    setBusy(true);
    setProblem('');
    try {
      const { signWithPasskey } = await passkeys();
      const credential = await signWithPasskey(await call(routes.proveWithPasskeyOptions));
      await call(routes.proveWithPasskey, { body: { credential } });
      question.answer(true);
    } catch (error) {
      const { isDeclined, passkeyFailure } = await passkeys();
      if (!isDeclined(error)) setProblem(passkeyFailure(error));
    } finally {
      setBusy(false);
    }
  };

  const asksPassword = hasPassword || provider !== null;
  const asksPasskey = proofs.includes('passkey') && 'PublicKeyCredential' in window;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && question.answer(false)}
      title={t('proof.title')}
      description={t(asksPassword ? 'proof.text' : asksPasskey ? 'proof.passkeyText' : 'proof.noWay')}
      startAt={start}
    >
      <div className={styles.root}>
        {asksPassword && (
          <form
            noValidate
            ref={(form) => void (start.current = form?.querySelector('input') ?? null)}
            onSubmit={submit}
          >
            <PasswordField
              label={t('auth.password')}
              name="password"
              autoComplete="current-password"
              enterKeyHint="go"
              maxLength={PASSWORD_MAX}
              value={password}
              error={problem || undefined}
              onChange={(event) => {
                setPassword(event.target.value);
                setProblem('');
              }}
            />
            <Button type="submit" size="l" block disabled={busy} aria-busy={busy}>
              {t(busy ? 'proof.confirming' : 'proof.confirm')}
            </Button>
          </form>
        )}
        {provider && (
          <Button
            variant="line"
            size="l"
            block
            disabled={busy}
            onClick={() => void prove(async () => ({ idToken: await (await providerTokens()).googleToken(provider) }))}
          >
            {t('proof.google')}
          </Button>
        )}
        {asksPasskey && (
          <Button variant="line" size="l" block disabled={busy} onClick={() => void proveWithPasskey()}>
            <KeyMark />
            {t('proof.passkey')}
          </Button>
        )}
        {problem && !asksPassword && (
          <p className="field-error" role="alert">
            {problem}
          </p>
        )}
      </div>
    </Dialog>
  );
}
