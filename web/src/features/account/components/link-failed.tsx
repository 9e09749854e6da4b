import { Button, ButtonLink } from '../../../components/ui/button';
import { ApiFailure, messageOf } from '../../../lib/api';
import { t } from '../../../lib/i18n';
import { useSession } from '../../../lib/session';

/** Whether trying the same link again is of no use. */
const isFinal = (error: Error | null): boolean =>
  error === null || (error instanceof ApiFailure && error.status >= 400 && error.status < 500 && error.status !== 429);

interface LinkFailedProps {
  title: string;
  /** Null for a link without a token. */
  error: Error | null;
  /** What to do about a link that will never work. */
  advice: string;
  onRetry: () => void;
}

/** A mailed link that did not do what it says. */
export function LinkFailed({ title, error, advice, onRetry }: LinkFailedProps) {
  const { user } = useSession();
  const final = isFinal(error);
  return (
    <div role="alert">
      <h1 className="title">{title}</h1>
      <p className="slip-text">
        {error === null ? t('account.verifyBrokenText') : messageOf(error, t('account.verifyBrokenText'))}
      </p>
      {final && <p className="slip-text">{advice}</p>}
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
