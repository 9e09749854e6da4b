import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { PASSWORD_MAX, PASSWORD_MIN } from '@inkling/contracts/constants';
import { PasswordField } from '../../../components/ui/field';
import { SubmitButton } from '../../../components/ui/submit-button';
import { useFieldProblem } from '../../../components/ui/use-field-problem';
import { ApiFailure, messageOf } from '../../../lib/api';
import { t } from '../../../lib/i18n';
import { useSession } from '../../../lib/session';
import { toast } from '../../../lib/toast';
import { useConfirmReset } from '../api/password-reset';

interface ChoosePasswordProps {
  /** From a mailed link, or from an address that was just confirmed. */
  token: string;
  title: string;
  /** Why the form is shown, in a sentence or two. */
  text: string;
  /** Called when the token is not valid. */
  onBroken: () => void;
}

/** A form for a new password, typed twice; afterwards it leads to the login. */
export function ChoosePassword({ token, title, text, onBroken }: ChoosePasswordProps) {
  const navigate = useNavigate();
  const { retry } = useSession();
  const confirm = useConfirmReset();
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const { errorOf, refuse, clear } = useFieldProblem<'password' | 'repeated'>();

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (confirm.isPending) return;
    if (password.length < PASSWORD_MIN) return refuse('password', t('auth.weakPassword'));
    if (password !== repeated) return refuse('repeated', t('account.different'));
    clear();
    confirm.mutate(
      { token, password },
      {
        onSuccess: () => {
          toast({ title: t('account.savedTitle'), description: t('account.savedText') });
          // All sessions of the account have ended, possibly this browser's as well.
          void retry();
          void navigate('/login', { replace: true, state: { mode: 'login' } });
        },
        onError: (error) => {
          const broken = error instanceof ApiFailure && /-action-code$|^invalid-request$/.test(error.code);
          if (broken) return onBroken();
          const description = messageOf(error, t('account.tryAgain'));
          refuse('password', description);
          toast({ title: t('account.resetFailed'), description, variant: 'destructive' });
        },
      },
    );
  };

  return (
    <>
      <h1 className="title">{title}</h1>
      <p className="slip-text">{text}</p>
      <form noValidate onSubmit={submit}>
        <PasswordField
          label={t('account.newPassword')}
          name="password"
          autoComplete="new-password"
          maxLength={PASSWORD_MAX}
          value={password}
          hint={t('auth.passwordRule')}
          error={errorOf('password')}
          onChange={(event) => {
            setPassword(event.target.value);
            clear();
          }}
        />
        <PasswordField
          label={t('account.repeatPassword')}
          name="repeated"
          autoComplete="new-password"
          maxLength={PASSWORD_MAX}
          value={repeated}
          error={errorOf('repeated')}
          onChange={(event) => {
            setRepeated(event.target.value);
            clear();
          }}
        />
        <SubmitButton label={t('account.savePassword')} busyLabel={t('account.saving')} busy={confirm.isPending} />
      </form>
    </>
  );
}
