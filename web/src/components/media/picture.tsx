import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { observe } from 'react-intersection-observer';
import { MEDIA_WIDTHS, UPLOADS_PATH } from '@inkling/contracts/constants';
import type { MediaInfo } from '@inkling/contracts';
import { MediaFrame } from './frame';
import { placeholderOf } from './placeholder';
import styles from './media.module.css';

interface PictureProps {
  src: string;
  alt: string;
  /** Size and ThumbHash, which shows until the picture has loaded. */
  info: Pick<MediaInfo, 'width' | 'height' | 'thumbhash'> | null;
  /** It is visible on arrival, so it is fetched with priority. */
  first?: boolean;
  /** Called when the picture cannot be shown. */
  onBroken?: () => void;
  /** Overlay. */
  children?: ReactNode;
}

interface Whole {
  src: string;
  /** It is still off screen, or was there from the start: no fade-in. */
  still: boolean;
}

/** A card is as wide as a phone's screen, and at most as wide as its column. */
const CARD_SIZES = '(min-width: 640px) 600px, 100vw';

/** The smaller widths that the server stores of a picture. @param sizes how wide it shows */
export function widthsOf(src: string, width = 0, sizes = CARD_SIZES): { srcSet?: string; sizes?: string } {
  const smaller = src.startsWith(UPLOADS_PATH) ? MEDIA_WIDTHS.filter((one) => one < width) : [];
  if (smaller.length === 0) return {};
  return {
    srcSet: [...smaller.map((one) => `${src}?w=${one} ${one}w`), `${src} ${width}w`].join(', '),
    sizes,
  };
}

/** A picture in its frame; it appears once it has loaded completely. */
export function Picture({ src, alt, info, first = false, onBroken, children }: PictureProps) {
  const [loaded, setLoaded] = useState<Whole | null>(null);
  const leave = useRef<() => void>(undefined);
  const whole = loaded?.src === src;
  useEffect(() => () => leave.current?.(), []);

  // Most load off screen, where a fade would cost frames and nobody would see it.
  const appear = (image: HTMLImageElement) => {
    leave.current?.();
    if (typeof IntersectionObserver === 'undefined') return setLoaded({ src, still: true });
    leave.current = observe(image, (seen) => {
      leave.current?.();
      setLoaded({ src, still: !seen });
    });
  };

  // A cached picture has loaded before the listener is attached.
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
        className={whole ? (loaded.still ? `${styles.isWhole} ${styles.isStill}` : styles.isWhole) : undefined}
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
