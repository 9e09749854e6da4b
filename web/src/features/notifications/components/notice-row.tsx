import { useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import type { NoticeContent, Notification } from '@inkling/contracts';
import { AppealSheet } from '../../../components/appeal/appeal-sheet';
import { FlagIcon } from '../../../components/report/flag-icon';
import { ButtonLink, Button } from '../../../components/ui/button';
import { Icon } from '../../../components/ui/icon';
import { t } from '../../../lib/i18n';
import { Filled } from '../../../lib/i18n/filled';
import { useServerConfig } from '../../../lib/server-config';
import { consequenceOf, noticeTime, pollOf, reportText, titleOf, undoneText } from '../model/notice-words';
import styles from './notice-row.module.css';

function symbolOf(notice: NoticeContent): ReactNode {
  if (notice.kind === 'report-decided') return <FlagIcon />;
  if (notice.kind === 'act-undone' || notice.kind === 'appeal-decided') return <Icon name="check" />;
  if (notice.act === 'hide' || notice.act === 'sensitive') return <Icon name="eyeOff" />;
  if (notice.act === 'delete') return <Icon name="trash" />;
  return <Icon name={notice.act === 'suspend' ? 'clock' : 'alert'} />;
}

/** What it is about, and which rule it broke. */
function About({ notice }: { notice: Exclude<NoticeContent, { kind: 'report-decided' }> }) {
  const what = notice.object?.excerpt;
  const rule = notice.kind === 'act' ? notice.rule : null;
  const parts = { what: <bdi>{what}</bdi>, number: rule?.number, rule: rule && <b dir="auto">{rule.text}</b> };
  if (rule) return <Filled message={what ? 'notices.broke' : 'notices.brokeRule'} parts={parts} />;
  return what ? <Filled message="notices.about" parts={parts} /> : null;
}

interface NoticeRowProps {
  notification: Notification;
  notice: NoticeContent;
  onDelete: (id: number) => void;
  /** Called when the person has read it by acting on it. */
  onOpen: (id: number) => void;
}

/** What the moderators tell a person: the decision, its reason, and the way to appeal. */
export function NoticeRow({ notification, notice, onDelete, onOpen }: NoticeRowProps) {
  const { pathname } = useLocation();
  const instance = useServerConfig()?.operator.name;
  const opener = useRef<HTMLButtonElement>(null);
  const [appealing, setAppealing] = useState(false);
  const { id, createdAt, read } = notification;
  const pollId = pollOf(notice);
  const reason = notice.kind === 'act' || notice.kind === 'appeal-decided' ? notice.reason : '';
  const appealable = notice.kind === 'act' && notice.open ? notice : null;
  return (
    <li className={read ? styles.root : `${styles.root} ${styles.isUnread}`}>
      <span className={`ava ${styles.symbol}`} aria-hidden="true">
        {symbolOf(notice)}
      </span>
      <div className={styles.text}>
        {!read && <span className="vh">{t('notifications.unread')} </span>}
        <p>
          <b>{titleOf(notice)}</b> {notice.kind === 'report-decided' && reportText(notice)}
        </p>
        {notice.kind !== 'report-decided' && (
          <p>
            <About notice={notice} />
          </p>
        )}
        {notice.kind === 'act-undone' && <p>{undoneText(notice)}</p>}
        {notice.kind === 'appeal-decided' && (
          <p>{t(notice.outcome === 'undone' ? 'notices.appealUndoneText' : 'notices.appealUpheldText')}</p>
        )}
        {reason && (
          <blockquote className={styles.quote} data-ink="coral">
            <span dir="auto">{reason}</span>
            <cite>{instance ? t('notices.moderatorsOf', { instance }) : t('notices.moderators')}</cite>
          </blockquote>
        )}
        {notice.kind === 'act' && <p className={styles.then}>{consequenceOf(notice)}</p>}
        {(appealable || pollId !== null) && (
          <div className={styles.actions}>
            {appealable && (
              <Button
                size="s"
                aria-haspopup="dialog"
                onClick={({ currentTarget }) => {
                  opener.current = currentTarget;
                  onOpen(id);
                  setAppealing(true);
                }}
              >
                {t('notices.appeal')}
              </Button>
            )}
            {pollId !== null && (
              <ButtonLink
                variant="line"
                size="s"
                to={`/poll/${pollId}`}
                state={{ from: pathname }}
                onClick={() => onOpen(id)}
              >
                {t('notices.seePoll')}
              </ButtonLink>
            )}
          </div>
        )}
        <time dateTime={createdAt}>{noticeTime(createdAt)}</time>
      </div>
      {appealable && (
        <AppealSheet actId={appealable.actId} open={appealing} onOpenChange={setAppealing} returnTo={opener} />
      )}
      <button
        type="button"
        className={`icon-btn ${styles.remove}`}
        aria-label={t('notifications.delete')}
        onClick={() => onDelete(id)}
      >
        <Icon name="close" size="s" />
      </button>
    </li>
  );
}
