import { MEDIA_MAX_BYTES } from '@inkling/contracts/constants';
import { t } from '../../lib/i18n';
import { PICTURE_TYPES } from '../../lib/media-kind';
import './strings';

/** For the file chooser. */
export const ACCEPTED = `${PICTURE_TYPES},video/mp4,video/webm,video/quicktime`;

/** Why a file of this kind cannot be a poll's media; null when it can. */
export function mediaProblem(kind: 'image' | 'video' | null, { size }: Pick<File, 'size'>): string | null {
  if (size === 0) return t('create.mediaEmpty');
  if (kind === null) return t('create.mediaKind');
  return size > MEDIA_MAX_BYTES ? t('create.mediaLarge') : null;
}
