import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { AuthFrame } from '../../components/auth-frame/auth-frame';
import { Button, ButtonLink } from '../../components/ui/button';
import { Spinner } from '../../components/ui/spinner';
import { ApiFailure, messageOf } from '../../lib/api';
import { t } from '../../lib/i18n';
import { usePageTitle } from '../../lib/page-title';
import { ME, useSession } from '../../lib/session';
import { verifyEmail } from './api/verify-email';
import './strings';

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

function Failed({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const { user } = useSession();
  const final = error === null || (error instanceof ApiFailure && error.status >= 400 && error.status < 500 && error.status !== 429);
  return (
    <div role="alert">
      <h1 className="title">{t('account.verifyFailed')}</h1>
      <p className="slip-text">{error === null ? t('account.verifyBrokenText') : messageOf(error, t('account.verifyBrokenText'))}</p>
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

/** `/verify-email?token=`: confirms an address with a mailed link. */
export default function VerifyEmailPage() {
  const client = useQueryClient();
  const token = useSearchParams()[0].get('token') ?? '';
  const { status, error, refetch, isFetching } = useQuery({
    queryKey: ['verify-email', token],
    queryFn: async () => {
      await verifyEmail(token);
      return true;
    },
    enabled: token !== '',
    retry: false,
    staleTime: Infinity,
    refetchOnReconnect: false,
  });
  const failed = token === '' || (status === 'error' && !isFetching);
  usePageTitle(t(failed ? 'account.verifyFailed' : status === 'success' ? 'account.verifiedTitle' : 'account.verifying'));

  useEffect(() => {
    // The account says now that its address is confirmed.
    if (status === 'success') void client.invalidateQueries({ queryKey: ME });
  }, [status, client]);

  return (
    <AuthFrame>
      {status === 'success' ? (
        <Verified />
      ) : failed ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <Spinner label={t('account.verifying')} visible />
      )}
    </AuthFrame>
  );
}
