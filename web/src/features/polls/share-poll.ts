import type { Poll } from '@inkling/contracts';
import { copyText } from '../../lib/clipboard';
import { t } from '../../lib/i18n';
import { toast } from '../../lib/toast';

/** Shares a poll through the browser, or copies its text and link where that cannot be done (spec 8). */
export async function sharePoll(poll: Pick<Poll, 'id' | 'question'>): Promise<void> {
  const url = `${location.origin}/poll/${poll.id}`;
  const text = t('polls.shareText', { question: poll.question });
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ title: poll.question, text, url });
      return;
    } catch (error) {
      // Closing the browser's own sheet is a decision, not a failure.
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
  }
  const copied = await copyText(`${text} ${url}`);
  if (copied) toast({ title: t('polls.linkCopied'), description: t('polls.linkCopiedText') });
  else toast({ title: t('polls.shareFailed'), variant: 'destructive' });
}
