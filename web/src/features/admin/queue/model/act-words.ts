import type { Act } from '@inkling/contracts';
import type { ActKind } from '@inkling/contracts/constants';
import { t, type MessageKey } from '../../../../lib/i18n';

const DONE: Record<ActKind, MessageKey> = {
  dismiss: 'adminCase.dismissed',
  hide: 'adminCase.hidden',
  delete: 'adminCase.deleted',
  sensitive: 'adminCase.marked',
  warn: 'adminCase.warned',
  silence: 'adminCase.silenced',
  suspend: 'adminCase.suspended',
};

/** What has been done, in a word: `Hidden`. */
export const actName = (act: ActKind): string => t(DONE[act]);

/** What an act did to its object: of a profile, deleting removes the picture; a picture goes with its poll. */
export function doneName({ act, object }: Pick<Act, 'act' | 'object'>): string {
  if (act === 'delete' && object.kind === 'profile') return t('adminCase.pictureRemoved');
  if (object.kind !== 'picture') return actName(act);
  return act === 'hide' ? t('adminCase.pollHidden') : act === 'delete' ? t('adminCase.pollDeleted') : actName(act);
}
