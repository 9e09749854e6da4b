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

/** What an act did to its object: of a profile, deleting removes the picture. */
export const doneName = ({ act, object }: Pick<Act, 'act' | 'object'>): string =>
  act === 'delete' && object.kind === 'profile' ? t('adminCase.pictureRemoved') : actName(act);
