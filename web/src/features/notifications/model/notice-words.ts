import type { NoticeContent } from '@inkling/contracts';
import { t } from '../../../lib/i18n';
import { dateFormat } from '../../../lib/i18n/format';
import '../strings';

const day = dateFormat({ day: 'numeric', month: 'short' });
const dayAndTime = dateFormat({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
const onDay = (instant: string): string => day(new Date(instant));

/** When a notice came, as in "22 Nov, 09:12". */
export const noticeTime = (instant: string): string => dayAndTime(new Date(instant));

type ActNotice = Extract<NoticeContent, { kind: 'act' }>;
type ReportNotice = Extract<NoticeContent, { kind: 'report-decided' }>;

function actTitle({ act, object }: ActNotice): string {
  if ((act === 'hide' || act === 'delete') && object) return t(`notices.act_${act}_${object.kind}`);
  if (act === 'hide' || act === 'delete') return t('notices.act_dismiss');
  return t(`notices.act_${act}`);
}

/** The heading of a notice; a report's is the beginning of its sentence. */
export function titleOf(notice: NoticeContent): string {
  switch (notice.kind) {
    case 'act':
      return actTitle(notice);
    case 'act-undone':
      return t('notices.undone');
    case 'report-decided':
      return t(notice.act === null || notice.act === 'dismiss' ? 'notices.looked' : 'notices.helped');
    case 'appeal-decided':
      return t(notice.outcome === 'undone' ? 'notices.appealUndone' : 'notices.appealUpheld');
  }
}

/** The result of a report. */
export function reportText({ act, object, reportedAt }: ReportNotice): string {
  const date = onDay(reportedAt);
  if (act === null || act === 'dismiss') return t('notices.reportedStays', { date });
  if (act === 'hide' || act === 'delete') return t(`notices.reported_${act}_${object.kind}`, { date });
  return t(act === 'sensitive' ? 'notices.reportedSensitive' : 'notices.reportedActed', { date });
}

/** What the end of a decision means. A removed profile picture does not come back. */
export const undoneText = ({ act, object }: Extract<NoticeContent, { kind: 'act-undone' }>): string =>
  t(act === 'delete' && object?.kind === 'profile' ? 'notices.undone_dismiss' : `notices.undone_${act}`);

/** What a decision means from now on, and until when it can be appealed. */
export function consequenceOf(notice: ActNotice): string {
  const { act, object, until, open, appealUntil } = notice;
  const then =
    act === 'dismiss'
      ? ''
      : act === 'suspend' && until
        ? t('notices.suspendedUntil', { date: noticeTime(until) })
        : (act === 'hide' || act === 'delete') && object?.kind === 'picture'
          ? t(`notices.then_${act}_picture`)
          : t(`notices.then_${act}`);
  const appeal = open && appealUntil ? t('notices.appealUntil', { date: onDay(appealUntil) }) : '';
  return [then, appeal].filter(Boolean).join(' ');
}

/** The poll that a notice leads to, if its person can still see it. */
export function pollOf(notice: NoticeContent): number | null {
  if (notice.kind === 'report-decided') return null;
  const { object } = notice;
  if (!object || (object.kind !== 'poll' && object.kind !== 'picture')) return null;
  return notice.kind === 'act' && notice.act === 'delete' ? null : object.id;
}
