import { useRef, useState, type FormEvent } from 'react';
import type { User } from '@inkling/contracts';
import { Button } from '../../../components/ui/button';
import { Dialog } from '../../../components/ui/dialog';
import { Field } from '../../../components/ui/field';
import { ApiFailure, call, messageOf, routes } from '../../../lib/api';
import { t } from '../../../lib/i18n';
import styles from './code-dialog.module.css';

interface CodeDialogProps {
  open: boolean;
  /** From the failure `auth/code-needed`. */
  challenge: string;
  onDone: (user: User) => void;
  /** The sign-in has to begin again. */
  onFailed: (failure: ApiFailure) => void;
  onClose: () => void;
}

/** With these, no other code would help. */
const ENDED = ['auth/sign-in-expired', 'auth/user-disabled'];

/** Spaces may stand between the figures, as applications show them. */
const isWhole = (code: string) => /^\d{6}$/.test(code.replaceAll(/\s/g, ''));

/** The second step of a sign-in: a one-time code, or a recovery code. */
export function CodeDialog({ open, challenge, onDone, onFailed, onClose }: CodeDialogProps) {
  const field = useRef<HTMLElement | null>(null);
  const [recovery, setRecovery] = useState(false);
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);

  const refuse = (text: string) => {
    setProblem(text);
    (field.current as HTMLInputElement | null)?.select();
  };

  const send = async (typed: string) => {
    if (busy) return;
    setBusy(true);
    setProblem('');
    try {
      onDone(await call(routes.loginWithCode, { body: { challenge, code: typed } }));
    } catch (error) {
      if (error instanceof ApiFailure && ENDED.includes(error.code)) return onFailed(error);
      const wrong = error instanceof ApiFailure && error.code === 'auth/wrong-code';
      refuse(wrong ? t('secondStep.wrong') : messageOf(error, t('session.tryAgain')));
    } finally {
      setBusy(false);
    }
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() === '' || (!recovery && !isWhole(code)))
      refuse(t(recovery ? 'secondStep.empty' : 'secondStep.six'));
    else void send(code);
  };

  const type = (text: string) => {
    setCode(text);
    setProblem('');
    if (!recovery && isWhole(text)) void send(text);
  };

  const swap = () => {
    setRecovery(!recovery);
    setCode('');
    setProblem('');
    requestAnimationFrame(() => field.current?.focus());
  };

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t('secondStep.title')}
      description={t(recovery ? 'secondStep.recoveryText' : 'secondStep.text')}
      startAt={field}
    >
      <form
        noValidate
        className={styles.root}
        ref={(form) => void (field.current = form?.querySelector('input') ?? null)}
        onSubmit={submit}
      >
        <Field
          // Another field, so that a browser offers other things to fill in.
          key={recovery ? 'recovery' : 'code'}
          label={t(recovery ? 'secondStep.recoveryCode' : 'secondStep.code')}
          name="code"
          className={styles.code}
          inputMode={recovery ? 'text' : 'numeric'}
          autoComplete={recovery ? 'off' : 'one-time-code'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={recovery ? 32 : 12}
          value={code}
          readOnly={busy}
          error={problem || undefined}
          onChange={(event) => type(event.target.value)}
        />
        <Button type="submit" size="l" block disabled={busy} aria-busy={busy}>
          {t(busy ? 'secondStep.checking' : 'auth.login')}
        </Button>
        <p className={styles.swap}>
          <button type="button" className="link" onClick={swap}>
            {t(recovery ? 'secondStep.useCode' : 'secondStep.useRecovery')}
          </button>
        </p>
      </form>
    </Dialog>
  );
}
