import { useState, type FormEvent } from 'react';
import { Link, useLocation } from 'react-router';
import { AuthFrame } from '../../components/auth-frame/auth-frame';
import { Button } from '../../components/ui/button';
import { Field } from '../../components/ui/field';
import { SubmitButton } from '../../components/ui/submit-button';
import { messageOf } from '../../lib/api';
import { t } from '../../lib/i18n';
import { prepareWork } from '../../lib/proof-of-work/prepared-work';
import { usePageTitle } from '../../lib/page-title';
import { useServerConfig } from '../../lib/server-config';
import { useRequestReset } from './api/password-reset';
import './strings';

/** `/forgot-password`: requests a link to choose a new password. */
export default function ForgotPasswordPage() {
  const given = (useLocation().state as { email?: string } | null)?.email ?? '';
  const config = useServerConfig();
  const request = useRequestReset();
  const [email, setEmail] = useState(given);
  const [problem, setProblem] = useState<string>();
  const [sent, setSent] = useState<string | null>(null);
  usePageTitle(t('account.forgotTitle'));

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem('email') as HTMLInputElement;
    if (request.isPending) return;
    if (email.trim() === '' || field.validity.typeMismatch) {
      setProblem(t(email.trim() === '' ? 'auth.missingText' : 'auth.invalidEmail'));
      field.focus();
      return;
    }
    setProblem(undefined);
    request.mutate(email.trim(), {
      onSuccess: () => setSent(email.trim()),
      onError: (error) => setProblem(messageOf(error, t('account.tryAgain'))),
    });
  };

  const foot = (
    <p className="slip-foot">
      <Link className="link" to="/login" state={{ mode: 'login' }}>
        {t('account.toLogin')}
      </Link>
    </p>
  );
  if (sent !== null)
    return (
      <AuthFrame back="/login">
        <div role="status">
          <h1 className="title">{t('account.sentTitle')}</h1>
          <p className="slip-text">{t('account.sentText', { email: sent })}</p>
          {config?.features.mail === false && config.environment === 'development' && (
            <p className="fine slip-text">{t('account.noMail')}</p>
          )}
        </div>
        <Button variant="line" size="l" block onClick={() => setSent(null)}>
          {t('account.sendAgain')}
        </Button>
        {foot}
      </AuthFrame>
    );
  return (
    <AuthFrame back="/login">
      <h1 className="title">{t('account.forgotTitle')}</h1>
      <p className="muted">{t('account.forgotText')}</p>
      <form noValidate onFocus={() => void prepareWork('password-reset')} onSubmit={submit}>
        <Field
          label={t('account.email')}
          name="email"
          type="email"
          autoComplete="email"
          enterKeyHint="send"
          value={email}
          error={problem}
          onChange={(event) => {
            setEmail(event.target.value);
            setProblem(undefined);
          }}
        />
        <SubmitButton label={t('account.sendLink')} busyLabel={t('account.sending')} busy={request.isPending} />
      </form>
      {foot}
    </AuthFrame>
  );
}
