import { useRef, useState, type CSSProperties } from 'react';
import type { MediaInfo } from '@inkling/contracts';
import { t } from '../../lib/i18n';
import { Icon } from '../ui/icon';
import { MediaFrame } from './frame';
import { useAutoplay } from './use-autoplay';
import '../../lib/i18n/poll-strings';
import styles from './media.module.css';

interface VideoProps {
  src: string;
  /** Text for people who do not see it. */
  label: string;
  info: Pick<MediaInfo, 'width' | 'height'> | null;
  /** Called when the video cannot be shown. */
  onBroken?: () => void;
}

/** A video that plays muted while half of it is visible; buttons play, pause and unmute it. */
export function Video({ src, label, info, onBroken }: VideoProps) {
  const video = useRef<HTMLVideoElement>(null);
  const held = useRef(false);
  const wanted = useRef(false);
  const [playing, setPlaying] = useState(false);
  const [muted, setMuted] = useState(true);
  const [played, setPlayed] = useState(0);
  useAutoplay(video, held, wanted);

  const toggle = () => {
    const node = video.current;
    if (!node) return;
    held.current = !node.paused;
    wanted.current = node.paused;
    if (node.paused) void node.play().catch(() => undefined);
    else node.pause();
  };

  return (
    <MediaFrame info={info}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- clips have no captions; the label describes them */}
      <video
        ref={video}
        src={src}
        aria-label={label}
        muted={muted}
        loop
        playsInline
        disableRemotePlayback
        preload="metadata"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onTimeUpdate={({ currentTarget }) =>
          setPlayed(currentTarget.duration > 0 ? currentTarget.currentTime / currentTarget.duration : 0)
        }
        onError={onBroken}
      />
      <button
        type="button"
        className={`${styles.ctl} ${styles.isPlay}`}
        aria-label={t(playing ? 'media.pause' : 'media.play')}
        onClick={toggle}
      >
        <Icon name={playing ? 'pause' : 'play'} size="m" />
      </button>
      <span className={styles.bar} aria-hidden="true">
        <i style={{ '--played': played.toFixed(4) } as CSSProperties} />
      </span>
      <button
        type="button"
        className={`${styles.ctl} ${styles.isMute}`}
        aria-label={t(muted ? 'media.unmute' : 'media.mute')}
        onClick={() => setMuted(!muted)}
      >
        <Icon name={muted ? 'mute' : 'sound'} size="m" />
      </button>
    </MediaFrame>
  );
}
