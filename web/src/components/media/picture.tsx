import { useState } from 'react';
import type { MediaInfo } from '@inkling/contracts';
import { MediaFrame } from './frame';
import { placeholderOf } from './placeholder';

interface PictureProps {
  src: string;
  alt: string;
  /** What is known of it; its ThumbHash lies underneath until it has loaded. */
  info: Pick<MediaInfo, 'width' | 'height' | 'thumbhash'> | null;
  /** It cannot be shown. */
  onBroken?: () => void;
}

/** A picture in its frame; it appears once it is whole. */
export function Picture({ src, alt, info, onBroken }: PictureProps) {
  const [loaded, setLoaded] = useState<string | null>(null);
  const whole = loaded === src;
  return (
    <MediaFrame info={info} ground={info?.thumbhash && !whole ? placeholderOf(info.thumbhash) : null}>
      <img
        // One that is in the cache already loads before anyone listens.
        ref={(image) => {
          if (image?.complete && image.naturalWidth > 0) setLoaded(src);
        }}
        src={src}
        alt={alt}
        className={whole ? 'is-whole' : undefined}
        loading="lazy"
        decoding="async"
        draggable={false}
        onLoad={() => setLoaded(src)}
        onError={onBroken}
      />
    </MediaFrame>
  );
}
