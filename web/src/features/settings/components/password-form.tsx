import { useRef, useState, type FormEvent } from 'react';
import { PASSWORD_MAX, PASSWORD_MIN } from '@inkling/contracts/constants';
import { ProofDeclined } from '../../../components/proof/with-proof';
import { Button } from '../../../components/ui/button';
import { PasswordField } from '../../../components/ui/field';
import { useFieldProblem } from '../../../components/ui/use-field-problem';
import { t } from '../../../lib/i18n';
import { useServerConfig } from '../../../lib/server-config';
import { isWrongPassword, passwordFailure, useChangePassword } from '../api/account';
import styles from './password-form.module.css';

/** A button that opens the form for changing the password. */
export function PasswordForm() {
  const change = useChangePassword();
  const google = useServerConfig()?.features.google ?? false;
  const trigger = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const problem = useFieldProblem<'current' | 'next'>();

  const close = () => {
    setOpen(false);
    setCurrent('');
    setNext('');
    problem.clear();
    requestAnimationFrame(() => trigger.current?.focus());
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (change.isPending) return;
    const form = event.currentTarget;
    const refuse = (field: 'current' | 'next', text: string) => {
      problem.refuse(field, text);
      requestAnimationFrame(() => form.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus());
    };
    if (next.length < PASSWORD_MIN) return refuse('next', t('auth.weakPassword'));
    problem.clear();
    change.mutate(
      {
        body: { ...(current !== '' && { currentPassword: current }), newPassword: next },
        isShown: () => form.isConnected,
      },
      {
        onSuccess: close,
        onError: (error) => {
          if (error instanceof ProofDeclined) return;
          refuse(isWrongPassword(error) ? 'current' : 'next', passwordFailure(error));
        },
      },
    );
  };

  return (
    <div className={`set ${styles.set}`}>
      <div>
        <b>{t('settings.password')}</b>
        <p className="fine">{t('settings.passwordText')}</p>
      </div>
      {!open && (
        <button ref={trigger} type="button" className="btn btn-line btn-s" onClick={() => setOpen(true)}>
          {t('settings.changePassword')}
        </button>
      )}
      {open && (
        <form noValidate onSubmit={submit}>
          <PasswordField
            label={t('settings.currentPassword')}
            name="current"
            autoComplete="current-password"
            autoFocus
            maxLength={PASSWORD_MAX}
            value={current}
            error={problem.errorOf('current')}
            onChange={(event) => setCurrent(event.target.value)}
          />
          {google && <p className="fine">{t('settings.currentPasswordHint')}</p>}
          <PasswordField
            label={t('settings.newPassword')}
            name="next"
            autoComplete="new-password"
            maxLength={PASSWORD_MAX}
            value={next}
            hint={t('auth.passwordRule')}
            error={problem.errorOf('next')}
            onChange={(event) => setNext(event.target.value)}
          />
          <div className={styles.actions}>
            <Button variant="line" onClick={close}>
              {t('settings.cancel')}
            </Button>
            <Button type="submit" disabled={change.isPending} aria-busy={change.isPending}>
              {t(change.isPending ? 'settings.saving' : 'settings.save')}
            </Button>
          </div>
        </form>
      )}
    </div>
  );
}
