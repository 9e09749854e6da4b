import type { ActRule, CaseFlag, CaseLine } from '@inkling/contracts';
import type { FlagKind } from '@inkling/contracts/constants';
import { t, type MessageKey } from '../../../../lib/i18n';

/** What the case is about: `Comment: “Nobody asked you”`, `Profile of Cheap Lamps`. */
export function titleOf({ object, excerpt }: Pick<CaseLine, 'object' | 'excerpt'>): string {
  const text = excerpt || '…';
  if (object.kind === 'profile') return t('adminQueue.profileOf', { name: text });
  if (object.kind === 'comment') return t('adminQueue.commentTitle', { text });
  return t(object.kind === 'picture' ? 'adminQueue.pictureTitle' : 'adminQueue.pollTitle', { text });
}

/** `Rule 2`, or that it is about something else. */
export const ruleName = (rule: ActRule | null): string =>
  rule === null ? t('adminCase.somethingElse') : t('adminQueue.ruleNumber', { number: String(rule.number) });

const FLAGS: Record<FlagKind, MessageKey> = {
  word: 'adminQueue.flagWord',
  domain: 'adminQueue.flagDomain',
  polls: 'adminQueue.flagPolls',
  comments: 'adminQueue.flagComments',
  votes: 'adminQueue.flagVotes',
  network: 'adminQueue.flagNetwork',
};

/** Why the product points something out: `the word “lamps”`. */
export const flagName = ({ kind, detail }: Pick<CaseFlag, 'kind' | 'detail'>): string => t(FLAGS[kind], { detail });

/** `7 reports · Rule 2 · Flagged: 60 votes a minute · Appeal`. */
export function factsOf({
  reports,
  rule,
  flags,
  appealed,
}: Pick<CaseLine, 'reports' | 'rule' | 'flags' | 'appealed'>): string {
  const facts = reports > 0 ? [t('adminQueue.reports', { count: reports }), ruleName(rule)] : [];
  if (flags.length > 0) facts.push(t('adminQueue.flaggedBy', { why: flags.map(flagName).join(', ') }));
  if (appealed) facts.push(t('adminCase.appeal'));
  return facts.join(' · ');
}
