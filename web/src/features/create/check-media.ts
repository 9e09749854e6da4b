import { MEDIA_MAX_BYTES } from '@inkling/contracts/constants';
import { t } from '../../lib/i18n';
import './strings';

const KINDS: Record<string, 'image' | 'video'> = {
  'image/jpeg': 'image',
  'image/png': 'image',
  'image/gif': 'image',
  'image/webp': 'image',
  'video/mp4': 'video',
  'video/webm': 'video',
};
/** For the file chooser. */
export const ACCEPTED = Object.keys(KINDS).join(',');

/** What a file is by what the browser says of it; null for what the server would not take. The server looks inside. */
export const mediaKind = (file: Pick<File, 'type'>): 'image' | 'video' | null => KINDS[file.type] ?? null;

/** Why a file cannot be a poll's media, in words; null when it can (spec 2: formats and 25MB). */
export function mediaProblem(file: Pick<File, 'type' | 'size'>): string | null {
  if (!mediaKind(file)) return t('create.mediaKind');
  if (file.size > MEDIA_MAX_BYTES) return t('create.mediaLarge');
  return file.size === 0 ? t('create.mediaEmpty') : null;
}
