import { lazy, memo, Suspense, useState, type ComponentType } from 'react';
import type { Poll } from '@inkling/contracts';
import { MediaFrame } from '../../../components/media/frame';
import { OpenPicture } from '../../../components/media/open-picture';
import { Picture } from '../../../components/media/picture';
import { Video } from '../../../components/media/video';
import type { SensitiveMediaProps } from '../../../components/sensitive-media/sensitive-media';
import { t } from '../../../lib/i18n';
import { isVideo } from '../model/appearance';
import '../../../lib/i18n/poll-strings';

const Ground = ({ info }: { info: Poll['mediaInfo'] }) => <MediaFrame info={info}>{null}</MediaFrame>;

// Without its code, as offline, the picture stays covered and the card whole.
const SensitiveMedia = lazy((): Promise<{ default: ComponentType<SensitiveMediaProps> }> =>
  import('../../../components/sensitive-media/sensitive-media').then(
    (loaded) => ({ default: loaded.SensitiveMedia }),
    () => ({ default: Ground }),
  ),
);

interface PollMediaProps extends Pick<Poll, 'media' | 'mediaInfo' | 'question'> {
  /** Why it is covered until somebody asks for it; null if it is not. */
  sensitive: string | null;
  /** A change of language renders it again. */
  locale: string;
  /** It is on the first card of a screen. */
  first?: boolean;
}

/** A poll's picture or video. A file that cannot be shown takes no room, and a covered one is not fetched. */
export const PollMedia = memo(({ media, mediaInfo, question, sensitive, first = false }: PollMediaProps) => {
  const [broken, setBroken] = useState<string | null>(null);
  if (!media || media === broken) return null;
  const giveUp = () => setBroken(media);
  const video = mediaInfo ? mediaInfo.kind === 'video' : isVideo(media);
  const alt = mediaInfo?.alt ?? t(video ? 'polls.videoAlt' : 'polls.mediaAlt', { question });
  const shown = video ? (
    <Video src={media} label={alt} info={mediaInfo} onBroken={giveUp} />
  ) : (
    <Picture src={media} alt={alt} info={mediaInfo} first={first} onBroken={giveUp}>
      <OpenPicture src={media} alt={alt} />
    </Picture>
  );
  if (sensitive === null) return shown;
  return (
    <Suspense fallback={<Ground info={mediaInfo} />}>
      <SensitiveMedia info={mediaInfo} video={video} why={sensitive}>
        {shown}
      </SensitiveMedia>
    </Suspense>
  );
});
