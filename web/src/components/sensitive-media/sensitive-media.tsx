import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { MediaInfo } from '@inkling/contracts';
import { t } from '../../lib/i18n';
import { MediaFrame } from '../media/frame';
import { placeholderOf } from '../media/placeholder';
import { Icon } from '../ui/icon';
import './strings';
import styles from './sensitive-media.module.css';

export interface SensitiveMediaProps {
  info: MediaInfo | null;
  video: boolean;
  /** Why it is covered; may be empty. */
  why: string;
  /** The picture or video, which is fetched once it shows. */
  children: ReactNode;
}

/** A paper slip over the blurred placeholder of a picture or video that moderators have marked as sensitive. */
export function SensitiveMedia({ info, video, why, children }: SensitiveMediaProps) {
  const [shown, setShown] = useState(false);
  const turned = useRef(false);
  const button = useRef<HTMLButtonElement>(null);
  // The pressed button disappears, so focus moves to the button that replaces it.
  useEffect(() => {
    if (turned.current) button.current?.focus({ preventScroll: true });
  }, [shown]);
  const turn = (show: boolean) => {
    turned.current = true;
    setShown(show);
  };

  if (shown)
    return (
      <div className={styles.root}>
        {children}
        <button
          ref={button}
          type="button"
          className={video ? `${styles.cover} ${styles.isAbove}` : styles.cover}
          aria-label={t(video ? 'sensitive.coverVideo' : 'sensitive.coverPicture')}
          onClick={() => turn(false)}
        >
          <Icon name="eyeOff" size="m" />
        </button>
      </div>
    );
  return (
    <MediaFrame info={info} ground={info?.thumbhash ? placeholderOf(info.thumbhash) : null}>
      <div className={styles.slip}>
        <div>
          <b>{t(video ? 'sensitive.video' : 'sensitive.picture')}</b>
          <span>
            <bdi>{why ? t('sensitive.markedAs', { why }) : t('sensitive.marked')}</bdi>
          </span>
        </div>
        <button
          ref={button}
          type="button"
          className="btn btn-ink btn-s"
          aria-label={t(video ? 'sensitive.showVideo' : 'sensitive.showPicture')}
          onClick={() => turn(true)}
        >
          <Icon name="eye" size="s" />
          {t('sensitive.show')}
        </button>
      </div>
    </MediaFrame>
  );
}
