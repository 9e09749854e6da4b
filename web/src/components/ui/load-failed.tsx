import { t } from '../../lib/i18n';
import { Button } from './button';
import { Empty } from './empty';

interface LoadFailedProps {
  /** What could not be loaded, as the specification's error catalogue says it. */
  title: string;
  /** Why, where that is known. */
  text?: string;
  /** The next try is under way. */
  busy: boolean;
  onRetry: () => void;
}

/**
 * What a page or list shows in place of content that did not come: the torn ballot, the sentence and a way to try
 * again.
 */
export function LoadFailed({ title, text, busy, onRetry }: LoadFailedProps) {
  return (
    <div role="alert">
      <Empty drawing="torn" title={title} text={text}>
        <Button disabled={busy} onClick={onRetry}>
          {t('ui.retry')}
        </Button>
      </Empty>
    </div>
  );
}
