import type { LogEntry } from '@inkling/contracts';
import type { LogWhat } from '@inkling/contracts/constants';
import { t, type MessageKey } from '../../../../lib/i18n';

const WHATS: Record<LogWhat, MessageKey> = {
  'case-opened': 'adminLog.caseOpened',
  'case-decided': 'adminLog.caseDecided',
  'case-closed': 'adminLog.caseClosed',
  flagged: 'adminLog.flagged',
  'act-done': 'adminLog.actDone',
  'act-undone': 'adminLog.actUndone',
  'appeal-made': 'adminLog.appealMade',
  'appeal-decided': 'adminLog.appealDecided',
  'settings-changed': 'adminLog.settingsChanged',
  'page-published': 'adminLog.pagePublished',
  'announcement-published': 'adminLog.announcementPublished',
  'announcement-ended': 'adminLog.announcementEnded',
  'invitation-revoked': 'adminLog.invitationRevoked',
  'request-approved': 'adminLog.requestApproved',
  'request-refused': 'adminLog.requestRefused',
  'role-granted': 'adminLog.roleGranted',
  'role-taken': 'adminLog.roleTaken',
  'sessions-ended': 'adminLog.sessionsEnded',
};

/** What happened, in a few words; a newer server's word as it is. */
export const whatHappened = ({ what }: Pick<LogEntry, 'what'>): string =>
  Object.hasOwn(WHATS, what) ? t(WHATS[what as LogWhat]) : what;

/** Who did it: a name, the operator at the command line, the product itself, or somebody whose account is deleted. */
export const actorName = ({
  actor,
  automatic,
  byOperator,
}: Pick<LogEntry, 'actor' | 'automatic' | 'byOperator'>): string =>
  actor?.name ?? t(byOperator ? 'adminLog.theOperator' : automatic ? 'adminLog.byItself' : 'adminLog.aModerator');
