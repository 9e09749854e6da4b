import { memo, useState } from 'react';
import type { Poll } from '@inkling/contracts';
import { OpenPicture } from '../../../components/media/open-picture';
import { Picture } from '../../../components/media/picture';
import { Video } from '../../../components/media/video';
import { t } from '../../../lib/i18n';
import { isVideo } from '../model/appearance';
import '../../../lib/i18n/poll-strings';

interface PollMediaProps extends Pick<Poll, 'media' | 'mediaInfo' | 'question'> {
  /** A change of language renders it again. */
  locale: string;
  /** It is on the first card of a screen. */
  first?: boolean;
}

/** A poll's picture or video. A file that cannot be shown takes no room. */
export const PollMedia = memo(({ media, mediaInfo, question, first = false }: PollMediaProps) => {
  const [broken, setBroken] = useState<string | null>(null);
  if (!media || media === broken) return null;
  const giveUp = () => setBroken(media);
  if (mediaInfo ? mediaInfo.kind === 'video' : isVideo(media))
    return (
      <Video
        src={media}
        label={mediaInfo?.alt ?? t('polls.videoAlt', { question })}
        info={mediaInfo}
        onBroken={giveUp}
      />
    );
  const alt = mediaInfo?.alt ?? t('polls.mediaAlt', { question });
  return (
    <Picture src={media} alt={alt} info={mediaInfo} first={first} onBroken={giveUp}>
      <OpenPicture src={media} alt={alt} />
    </Picture>
  );
});
