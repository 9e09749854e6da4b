import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { PASSWORD_MAX, PASSWORD_MIN } from '@inkling/contracts/constants';
import { Button } from '../../../components/ui/button';
import { PasswordField } from '../../../components/ui/field';
import { ApiFailure, messageOf } from '../../../lib/api';
import { t } from '../../../lib/i18n';
import { useSession } from '../../../lib/session';
import { toast } from '../../../lib/toast';
import { useConfirmReset } from '../api/password-reset';

interface ChoosePasswordProps {
  /** Of a mailed link, or of an address that was just confirmed. */
  token: string;
  title: string;
  /** What leads to this form, in a sentence or two. */
  text: string;
  /** Called when the token is worth nothing. */
  onBroken: () => void;
}

/** A new password, typed twice; saved, it leads to the login. */
export function ChoosePassword({ token, title, text, onBroken }: ChoosePasswordProps) {
  const navigate = useNavigate();
  const { retry } = useSession();
  const confirm = useConfirmReset();
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [problem, setProblem] = useState<{ field: 'password' | 'repeated'; text: string } | null>(null);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (confirm.isPending) return;
    if (password.length < PASSWORD_MIN) return setProblem({ field: 'password', text: t('auth.weakPassword') });
    if (password !== repeated) return setProblem({ field: 'repeated', text: t('account.different') });
    setProblem(null);
    confirm.mutate(
      { token, password },
      {
        onSuccess: () => {
          toast({ title: t('account.savedTitle'), description: t('account.savedText') });
          // Every session of the account has ended; it may have been this browser's.
          void retry();
          void navigate('/login', { replace: true, state: { mode: 'login' } });
        },
        onError: (error) => {
          const broken = error instanceof ApiFailure && /-action-code$|^invalid-request$/.test(error.code);
          if (broken) return onBroken();
          const description = messageOf(error, t('account.tryAgain'));
          setProblem({ field: 'password', text: description });
          toast({ title: t('account.resetFailed'), description, variant: 'destructive' });
        },
      },
    );
  };

  const errorOf = (field: 'password' | 'repeated') => (problem?.field === field ? problem.text : undefined);
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
            setProblem(null);
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
            setProblem(null);
          }}
        />
        <Button type="submit" size="l" block disabled={confirm.isPending} aria-busy={confirm.isPending}>
          {t(confirm.isPending ? 'account.saving' : 'account.savePassword')}
        </Button>
      </form>
    </>
  );
}
