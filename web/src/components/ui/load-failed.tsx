import { t } from '../../lib/i18n';
import { Button } from './button';
import { Empty } from './empty';

interface LoadFailedProps {
  /** What could not be loaded, as a heading. */
  title: string;
  /** Why, where known. */
  text?: string;
  /** A retry is under way. */
  busy: boolean;
  onRetry: () => void;
}

/** Replaces the content of a page or list that failed to load: the torn ballot, a sentence and a retry button. */
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
