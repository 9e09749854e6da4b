import type { CSSProperties, ReactNode, Ref } from 'react';
import type { MediaInfo } from '@inkling/contracts';
import styles from './media.module.css';

/** Bounds of a frame's width by its height: never higher than 4:5, and never a mere strip. */
const TALLEST = 4 / 5;
const WIDEST = 5 / 2;
const USUAL = 16 / 9;

/** Width by height of the media's frame; knowing it keeps the page from jumping when the media loads. */
export function aspectOf(info: Pick<MediaInfo, 'width' | 'height'> | null): number {
  const aspect = info ? info.width / info.height : USUAL;
  return Number.isFinite(aspect) && aspect > 0 ? Math.min(WIDEST, Math.max(TALLEST, aspect)) : USUAL;
}

interface FrameProps {
  info: Pick<MediaInfo, 'width' | 'height'> | null;
  /** Data URL of the placeholder shown until the media has loaded. */
  ground?: string | null;
  ref?: Ref<HTMLElement>;
  children: ReactNode;
}

/** The rounded frame of a picture or video, as large before it loads as after. */
export function MediaFrame({ info, ground, ref, children }: FrameProps) {
  const style: CSSProperties = { aspectRatio: aspectOf(info).toFixed(4) };
  if (ground) style.backgroundImage = `url("${ground}")`;
  return (
    <figure ref={ref} className={styles.frame} style={style}>
      {children}
    </figure>
  );
}
