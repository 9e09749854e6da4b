import { ButtonLink } from '../../../components/ui/button';
import { t } from '../../../lib/i18n';

/** Shown when a mailed link has been used, has expired or is incomplete. */
export function BrokenLink({ text }: { text?: string }) {
  return (
    <div role="alert">
      <h1 className="title">{t('account.linkBroken')}</h1>
      <p className="slip-text">{text ?? t('account.linkBrokenText')}</p>
      <ButtonLink size="l" block to="/forgot-password">
        {t('account.askAgain')}
      </ButtonLink>
    </div>
  );
}
