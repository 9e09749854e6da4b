import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { AuthFrame } from '../../components/auth-frame/auth-frame';
import { t } from '../../lib/i18n';
import { usePageTitle } from '../../lib/page-title';
import { BrokenLink } from './components/broken-link';
import { ChoosePassword } from './components/choose-password';
import './strings';

/** `/reset-password?token=`: chooses a new password with a mailed link. */
export default function ResetPasswordPage() {
  const token = useSearchParams()[0].get('token') ?? '';
  const [broken, setBroken] = useState(token === '');
  usePageTitle(t('account.resetTitle'));
  return (
    <AuthFrame back="/login">
      {broken ? (
        <BrokenLink />
      ) : (
        <ChoosePassword
          token={token}
          title={t('account.resetTitle')}
          text={t('account.resetText')}
          onBroken={() => setBroken(true)}
        />
      )}
    </AuthFrame>
  );
}
