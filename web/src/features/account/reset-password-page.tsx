import { useState, type FormEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { PASSWORD_MAX, PASSWORD_MIN } from '@inkling/contracts/constants';
import { AuthFrame } from '../../components/auth-frame/auth-frame';
import { Button } from '../../components/ui/button';
import { PasswordField } from '../../components/ui/field';
import { ApiFailure, messageOf } from '../../lib/api';
import { t } from '../../lib/i18n';
import { usePageTitle } from '../../lib/page-title';
import { useSession } from '../../lib/session';
import { toast } from '../../lib/toast';
import { useConfirmReset } from './api/password-reset';
import { BrokenLink } from './components/broken-link';
import './strings';

/** `/reset-password?token=`: chooses a new password with a mailed link. */
export default function ResetPasswordPage() {
  const token = useSearchParams()[0].get('token') ?? '';
  const navigate = useNavigate();
  const { retry } = useSession();
  const confirm = useConfirmReset();
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [problem, setProblem] = useState<{ field: 'password' | 'repeated'; text: string } | null>(null);
  const [broken, setBroken] = useState(token === '');
  usePageTitle(t('account.resetTitle'));
  if (broken)
    return (
      <AuthFrame back="/login">
        <BrokenLink />
      </AuthFrame>
    );

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
          // Every session has ended, this browser's too.
          void retry();
          void navigate('/login', { replace: true, state: { mode: 'login' } });
        },
        onError: (error) => {
          if (error instanceof ApiFailure && (error.code.endsWith('-action-code') || error.code === 'invalid-request')) return setBroken(true);
          setProblem({ field: 'password', text: messageOf(error, t('account.tryAgain')) });
          toast({ title: t('account.resetFailed'), description: messageOf(error, t('account.tryAgain')), variant: 'destructive' });
        },
      },
    );
  };

  const errorOf = (field: 'password' | 'repeated') => (problem?.field === field ? problem.text : undefined);
  return (
    <AuthFrame back="/login">
      <h1 className="title">{t('account.resetTitle')}</h1>
      <p className="muted">{t('account.resetText')}</p>
      <form noValidate onSubmit={submit}>
        <PasswordField
          label={t('account.newPassword')}
          name="password"
          autoComplete="new-password"
          maxLength={PASSWORD_MAX}
          value={password}
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
    </AuthFrame>
  );
}
