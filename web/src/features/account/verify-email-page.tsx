import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { AuthFrame } from '../../components/auth-frame/auth-frame';
import { Button, ButtonLink } from '../../components/ui/button';
import { ApiFailure, messageOf } from '../../lib/api';
import { t } from '../../lib/i18n';
import { usePageTitle } from '../../lib/page-title';
import { useSession } from '../../lib/session';
import { useVerifyEmail } from './api/verify-email';
import { BrokenLink } from './components/broken-link';
import { ChoosePassword } from './components/choose-password';
import './strings';

/** Nothing is sent before the press: mail scanners that open links must not confirm an address. */
function Ask({ pending, onConfirm }: { pending: boolean; onConfirm: () => void }) {
  return (
    <>
      <h1 className="title">{t('account.verifyTitle')}</h1>
      <p className="slip-text">{t('account.verifyText')}</p>
      <Button size="l" block disabled={pending} aria-busy={pending} onClick={onConfirm}>
        {t(pending ? 'account.verifying' : 'account.verifyButton')}
      </Button>
    </>
  );
}

function Verified() {
  const { user } = useSession();
  return (
    <div role="status">
      <h1 className="title">{t('account.verifiedTitle')}</h1>
      <p className="slip-text">{t('account.verifiedText')}</p>
      <ButtonLink size="l" block to={user ? '/home' : '/login'} state={user ? null : { mode: 'login' }}>
        {t('account.goOn')}
      </ButtonLink>
    </div>
  );
}

const isFinal = (error: Error | null): boolean =>
  error === null || (error instanceof ApiFailure && error.status >= 400 && error.status < 500 && error.status !== 429);

function Failed({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const { user } = useSession();
  const final = isFinal(error);
  return (
    <div role="alert">
      <h1 className="title">{t('account.verifyFailed')}</h1>
      <p className="slip-text">
        {error === null ? t('account.verifyBrokenText') : messageOf(error, t('account.verifyBrokenText'))}
      </p>
      {final && <p className="slip-text">{t(user ? 'account.verifyAgainHere' : 'account.verifyAgain')}</p>}
      {final ? (
        <ButtonLink size="l" block to={user ? '/settings' : '/login'} state={user ? null : { mode: 'login' }}>
          {t(user ? 'account.toSettings' : 'account.toLogin')}
        </ButtonLink>
      ) : (
        <Button size="l" block onClick={onRetry}>
          {t('ui.retry')}
        </Button>
      )}
    </div>
  );
}

/** `/verify-email?token=`: confirms an address with a mailed link, when the button is pressed. */
export default function VerifyEmailPage() {
  const token = useSearchParams()[0].get('token') ?? '';
  const verify = useVerifyEmail();
  const [broken, setBroken] = useState(false);
  const { data, error, isPending, isSuccess } = verify;
  const failed = token === '' || error !== null;
  const passwordToken = data?.passwordToken ?? null;
  const asked = isSuccess
    ? passwordToken === null
      ? 'account.verifiedTitle'
      : 'account.claimedTitle'
    : 'account.verifyTitle';
  usePageTitle(t(failed ? 'account.verifyFailed' : asked));

  const confirm = () => verify.mutate(token);
  const content = () => {
    if (failed) return <Failed error={error} onRetry={confirm} />;
    if (!isSuccess) return <Ask pending={isPending} onConfirm={confirm} />;
    if (passwordToken === null) return <Verified />;
    if (broken) return <BrokenLink />;
    return (
      <ChoosePassword
        token={passwordToken}
        title={t('account.claimedTitle')}
        text={t('account.claimedText')}
        onBroken={() => setBroken(true)}
      />
    );
  };
  return <AuthFrame>{content()}</AuthFrame>;
}
