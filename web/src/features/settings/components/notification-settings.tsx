import { useId } from 'react';
import { Link } from 'react-router';
import type { NotificationPreferences } from '@inkling/contracts';
import { Button } from '../../../components/ui/button';
import { Switch } from '../../../components/ui/switch';
import { t, type MessageKey } from '../../../lib/i18n';
import { usePreferences, useSavePreferences } from '../api/preferences';
import { Section } from './section';
import section from './section.module.css';
import styles from './notification-settings.module.css';

type Kind = Exclude<keyof NotificationPreferences, 'nameInVotes'>;

const KINDS: { kind: Kind; label: MessageKey; text?: MessageKey; pushOnly?: boolean }[] = [
  { kind: 'vote', label: 'settings.vote' },
  { kind: 'comment', label: 'settings.comment' },
  { kind: 'like', label: 'settings.like' },
  { kind: 'follow', label: 'settings.follow' },
  { kind: 'poll_ended', label: 'settings.pollEnded', text: 'settings.pollEndedText' },
  { kind: 'new_poll', label: 'settings.newPoll', text: 'settings.newPollText', pushOnly: true },
];

function Failed({ onRetry, busy }: { onRetry: () => void; busy: boolean }) {
  return (
    <div className={section.failed} role="alert">
      <p>{t('settings.preferencesFailed')}</p>
      <Button size="s" variant="line" disabled={busy} onClick={onRetry}>
        {t('ui.retry')}
      </Button>
    </div>
  );
}

/**
 * Kinds of notifications, in the list and as push. The rows keep their size while the answer loads, so that nothing
 * below moves.
 */
export function NotificationSettings() {
  const id = useId();
  const { data, isError, isFetching, refetch } = usePreferences();
  const save = useSavePreferences();
  const choice = (kind: Kind, way: 'inApp' | 'push') =>
    data ? (
      <Switch
        checked={data[kind][way]}
        labelledBy={`${id}-${kind} ${id}-${way}`}
        onChange={(on) => save.mutate({ [kind]: { [way]: on } })}
      />
    ) : (
      <span className={`pulse ${styles.waitingSwitch}`} />
    );
  return (
    <Section title={t('settings.notifications')} text={t('settings.notificationsText')}>
      {!data && isError ? (
        <Failed busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <div className={styles.kinds}>
          {!data && <span className="vh" role="status" aria-label={t('ui.loading')} />}
          <div className={`${styles.kind} ${styles.kindsHead}`} aria-hidden="true">
            <span />
            <span>{t('settings.inApp')}</span>
            <span>{t('settings.push')}</span>
          </div>
          <span className="vh" id={`${id}-inApp`}>
            {t('settings.inApp')}
          </span>
          <span className="vh" id={`${id}-push`}>
            {t('settings.push')}
          </span>
          {KINDS.map(({ kind, label, text, pushOnly }) => (
            <div key={kind} className={styles.kind}>
              <div>
                <b id={`${id}-${kind}`}>{t(label)}</b>
                {text && <p className="fine">{t(text)}</p>}
              </div>
              {pushOnly ? <span /> : choice(kind, 'inApp')}
              {choice(kind, 'push')}
            </div>
          ))}
        </div>
      )}
    </Section>
  );
}

/** Whether authors may see the user's name among the voters (ADR 5). */
export function PrivacySettings() {
  const id = useId();
  const { data } = usePreferences();
  const save = useSavePreferences();
  return (
    <Section title={t('settings.privacy')}>
      <div className="set">
        <div>
          <b id={`${id}-name`}>{t('settings.nameInVotes')}</b>
          <p className="fine" id={`${id}-text`}>
            {t('settings.nameInVotesText')}
          </p>
        </div>
        <Switch
          checked={data?.nameInVotes ?? false}
          disabled={!data}
          labelledBy={`${id}-name`}
          describedBy={`${id}-text`}
          onChange={(nameInVotes) => save.mutate({ nameInVotes })}
        />
      </div>
      <p className={styles.more}>
        <Link to="/help#what-we-keep">{t('settings.keep')}</Link>
      </p>
    </Section>
  );
}
