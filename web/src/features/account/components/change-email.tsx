import { useLocation } from 'react-router';
import { Button, ButtonLink } from '../../../components/ui/button';
import { t } from '../../../lib/i18n';
import { usePageTitle } from '../../../lib/page-title';
import { saveRedirect } from '../../../lib/redirect';
import { useSession } from '../../../lib/session';
import { useConfirmEmailChange } from '../api/change-email';
import { LinkFailed } from './link-failed';

/** Only the account's own session can take the new address, so a visitor logs in first and comes back. */
function LogInFirst() {
  const { pathname, search } = useLocation();
  return (
    <>
      <h1 className="title">{t('account.changeTitle')}</h1>
      <p className="slip-text">{t('account.changeLogIn')}</p>
      <ButtonLink size="l" block to="/login" state={{ mode: 'login' }} onClick={() => saveRedirect(pathname + search)}>
        {t('account.logIn')}
      </ButtonLink>
    </>
  );
}

/** The new address of an account is confirmed when the button is pressed. */
export function ChangeEmail({ token }: { token: string }) {
  const { user } = useSession();
  const { mutate, error, isPending, isSuccess } = useConfirmEmailChange();
  const failed = token === '' || error !== null;
  const confirm = () => mutate(token);
  usePageTitle(t(failed ? 'account.changeFailed' : isSuccess ? 'account.changedAddressTitle' : 'account.changeTitle'));
  if (failed)
    return (
      <LinkFailed title={t('account.changeFailed')} error={error} advice={t('account.changeAgain')} onRetry={confirm} />
    );
  if (isSuccess)
    return (
      <div role="status">
        <h1 className="title">{t('account.changedAddressTitle')}</h1>
        <p className="slip-text">{t('account.changedAddressText')}</p>
        <ButtonLink size="l" block to="/settings">
          {t('account.toSettings')}
        </ButtonLink>
      </div>
    );
  if (!user) return <LogInFirst />;
  return (
    <>
      <h1 className="title">{t('account.changeTitle')}</h1>
      <p className="slip-text">{t('account.changeText')}</p>
      <Button size="l" block disabled={isPending} aria-busy={isPending} onClick={confirm}>
        {t(isPending ? 'account.changing' : 'account.changeButton')}
      </Button>
    </>
  );
}
