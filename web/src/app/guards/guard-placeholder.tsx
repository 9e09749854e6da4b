import { PollSkeletons } from '../../features/polls/components/poll-skeleton';
import { t } from '../../lib/i18n';

/** The pulsing placeholder while the session loads (spec 4, Access guard): the shell's columns and the feed's cards. */
export function GuardPlaceholder() {
  return (
    <div className="shell" role="status" aria-label={t('ui.loading')}>
      <div className="side" />
      <div>
        <div className="main">
          <div className="content guard-column" aria-hidden="true">
            <div className="feed">
              <div className="stack bleed">
                <PollSkeletons />
              </div>
            </div>
          </div>
        </div>
      </div>
    </div>
  );
}
