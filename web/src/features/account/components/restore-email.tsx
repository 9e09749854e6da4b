import { useState } from 'react';
import { Button } from '../../../components/ui/button';
import { t } from '../../../lib/i18n';
import { usePageTitle } from '../../../lib/page-title';
import { useRestoreEmail } from '../api/change-email';
import { BrokenLink } from './broken-link';
import { ChoosePassword } from './choose-password';
import { LinkFailed } from './link-failed';

/** Restores an address, when the button is pressed, and goes on to choosing a password. */
export function RestoreEmail({ token }: { token: string }) {
  const { mutate, data, error, isPending } = useRestoreEmail();
  const [broken, setBroken] = useState(false);
  const failed = token === '' || error !== null;
  const restore = () => mutate(token);
  usePageTitle(t(failed ? 'account.restoreFailed' : data ? 'account.restoredTitle' : 'account.restoreTitle'));
  if (failed)
    return (
      <LinkFailed
        title={t('account.restoreFailed')}
        error={error}
        advice={t('account.restoreAgain')}
        onRetry={restore}
      />
    );
  if (broken || data?.passwordToken === null) return <BrokenLink />;
  if (data)
    return (
      <ChoosePassword
        token={data.passwordToken}
        title={t('account.restoredTitle')}
        text={t('account.restoredText')}
        onBroken={() => setBroken(true)}
      />
    );
  return (
    <>
      <h1 className="title">{t('account.restoreTitle')}</h1>
      <p className="slip-text">{t('account.restoreText')}</p>
      <Button size="l" block disabled={isPending} aria-busy={isPending} onClick={restore}>
        {t(isPending ? 'account.restoring' : 'account.restoreButton')}
      </Button>
    </>
  );
}
