import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { AuthFrame } from '../../components/auth-frame/auth-frame';
import { Button, ButtonLink } from '../../components/ui/button';
import { t } from '../../lib/i18n';
import { usePageTitle } from '../../lib/page-title';
import { useSession } from '../../lib/session';
import { useVerifyEmail } from './api/verify-email';
import { BrokenLink } from './components/broken-link';
import { ChangeEmail } from './components/change-email';
import { ChoosePassword } from './components/choose-password';
import { LinkFailed } from './components/link-failed';
import { RestoreEmail } from './components/restore-email';
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

/** Confirms an account's address when the button is pressed. */
function VerifyEmail({ token }: { token: string }) {
  const { user } = useSession();
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
    if (failed)
      return (
        <LinkFailed
          title={t('account.verifyFailed')}
          error={error}
          advice={t(user ? 'account.verifyAgainHere' : 'account.verifyAgain')}
          onRetry={confirm}
        />
      );
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
  return content();
}

/** `/verify-email?token=`: a mailed link about an address. `for` says that it is about a change of address. */
export default function VerifyEmailPage() {
  const query = useSearchParams()[0];
  const Link = { change: ChangeEmail, restore: RestoreEmail }[query.get('for') ?? ''] ?? VerifyEmail;
  return (
    <AuthFrame>
      <Link token={query.get('token') ?? ''} />
    </AuthFrame>
  );
}
