import { t } from '../../lib/i18n';
import { toast } from '../../lib/toast';
import '../../lib/i18n/poll-strings';

/** Why a waiting choice can no longer be cast. */
export type LostCause = 'gone' | 'ended';

/** Tells the visitor that their choice was dropped, and why. */
export function sayLostVote(cause: LostCause): void {
  const words =
    cause === 'gone'
      ? { title: t('polls.notFound'), description: t('polls.waitingGone') }
      : { title: t('polls.pollEnded'), description: t('polls.waitingEnded') };
  toast({ ...words, variant: 'destructive' });
}
