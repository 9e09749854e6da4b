import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { observe } from 'react-intersection-observer';
import { MEDIA_WIDTHS, UPLOADS_PATH } from '@inkling/contracts/constants';
import type { MediaInfo } from '@inkling/contracts';
import { MediaFrame } from './frame';
import { placeholderOf } from './placeholder';

interface PictureProps {
  src: string;
  alt: string;
  /** What is known of it; its ThumbHash lies underneath until it has loaded. */
  info: Pick<MediaInfo, 'width' | 'height' | 'thumbhash'> | null;
  /** It is the first thing that one sees: it is fetched at once, before others. */
  first?: boolean;
  /** It cannot be shown. */
  onBroken?: () => void;
  /** What lies over it. */
  children?: ReactNode;
}

interface Whole {
  src: string;
  /** Nobody sees it yet, or it was there from the beginning: it does not fade in. */
  still: boolean;
}

/** A card is as wide as the screen of a phone, and at most as wide as its column. */
const CARD_SIZES = '(min-width: 640px) 600px, 100vw';

/** The smaller widths that the server has of a stored picture. */
function widthsOf(src: string, width = 0): { srcSet?: string; sizes?: string } {
  const smaller = src.startsWith(UPLOADS_PATH) ? MEDIA_WIDTHS.filter((one) => one < width) : [];
  if (smaller.length === 0) return {};
  return {
    srcSet: [...smaller.map((one) => `${src}?w=${one} ${one}w`), `${src} ${width}w`].join(', '),
    sizes: CARD_SIZES,
  };
}

/** A picture in its frame; it appears once it is whole. */
export function Picture({ src, alt, info, first = false, onBroken, children }: PictureProps) {
  const [loaded, setLoaded] = useState<Whole | null>(null);
  const leave = useRef<() => void>(undefined);
  const whole = loaded?.src === src;
  useEffect(() => () => leave.current?.(), []);

  // Most load before they come on the screen, and a fade that nobody sees would still cost each frame something.
  const appear = (image: HTMLImageElement) => {
    leave.current?.();
    if (typeof IntersectionObserver === 'undefined') return setLoaded({ src, still: true });
    leave.current = observe(image, (seen) => {
      leave.current?.();
      setLoaded({ src, still: !seen });
    });
  };

  // One that is in the cache already loads before anyone listens.
  const attach = useCallback(
    (image: HTMLImageElement | null) => {
      if (image?.complete && image.naturalWidth > 0) setLoaded({ src, still: true });
    },
    [src],
  );

  return (
    <MediaFrame info={info} ground={info?.thumbhash && !whole ? placeholderOf(info.thumbhash) : null}>
      <img
        ref={attach}
        src={src}
        alt={alt}
        className={whole ? (loaded.still ? 'is-whole is-still' : 'is-whole') : undefined}
        {...widthsOf(src, info?.width)}
        loading={first ? 'eager' : 'lazy'}
        {...(first ? { fetchPriority: 'high' as const } : {})}
        decoding="async"
        draggable={false}
        onLoad={({ currentTarget }) => !whole && appear(currentTarget)}
        onError={onBroken}
      />
      {children}
    </MediaFrame>
  );
}
