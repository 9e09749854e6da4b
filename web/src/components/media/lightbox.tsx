import { Dialog } from '@base-ui/react/dialog';
import { useRef, useState, type MouseEvent, type PointerEvent } from 'react';
import { flushSync } from 'react-dom';
import { t } from '../../lib/i18n';
import { Icon } from '../ui/icon';
import '../../lib/i18n/poll-strings';
import media from './media.module.css';
import styles from './lightbox.module.css';

interface LightboxProps {
  src: string;
  alt: string;
  open: boolean;
  onClose: () => void;
}

/** Vertical pixels after which a swipe closes the picture. */
const THROWN = 90;
/** A press enlarges a picture to its own size, but at least by this factor. */
const LARGER = 2;

/**
 * A picture as large as the window, over the page. A press on it enlarges that point; a press beside it or a swipe up
 * or down closes it.
 */
export function Lightbox({ src, alt, open, onClose }: LightboxProps) {
  const [width, setWidth] = useState<number | null>(null);
  const room = useRef<HTMLDivElement>(null);
  const start = useRef<{ y: number } | null>(null);
  const large = width !== null;

  /** Keeps the point at `x`, `y` (shares of the picture) in the middle. */
  const zoom = (x = 0.5, y = 0.5) => {
    const image = room.current?.querySelector('img');
    if (!image) return;
    const next = large ? null : Math.max(image.naturalWidth, image.clientWidth * LARGER);
    flushSync(() => setWidth(next));
    const { clientWidth, clientHeight, scrollWidth, scrollHeight } = room.current!;
    room.current!.scrollLeft = scrollWidth * x - clientWidth / 2;
    room.current!.scrollTop = scrollHeight * y - clientHeight / 2;
  };
  const press = ({ target, clientX, clientY }: MouseEvent) => {
    if (!(target instanceof HTMLImageElement)) return onClose();
    const { left, top, width: across, height: down } = target.getBoundingClientRect();
    zoom((clientX - left) / across, (clientY - top) / down);
  };
  const lift = ({ clientY }: PointerEvent) => {
    const from = start.current;
    start.current = null;
    if (from && !large && Math.abs(clientY - from.y) > THROWN) onClose();
  };

  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onOpenChangeComplete={(now) => !now && setWidth(null)}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={`scrim ${styles.scrim}`} />
        <Dialog.Popup className={styles.root}>
          <Dialog.Title className="vh">{t('media.picture')}</Dialog.Title>
          <div ref={room} className={large ? `${styles.room} ${styles.isLarge}` : styles.room}>
            {/* Escape and the buttons do the same for people who use no pointer. */}
            <div
              className={styles.ground}
              role="presentation"
              onClick={press}
              onPointerDown={({ clientY, pointerType, isPrimary }) => {
                // A second finger pinches.
                const whole = pointerType === 'touch' && isPrimary && (window.visualViewport?.scale ?? 1) === 1;
                start.current = whole ? { y: clientY } : null;
              }}
              onPointerUp={lift}
              onPointerCancel={() => (start.current = null)}
            >
              <img
                src={src}
                alt={alt}
                draggable={false}
                style={large ? { width, maxWidth: 'none', maxHeight: 'none' } : undefined}
              />
            </div>
          </div>
          <div className={styles.bar}>
            <button
              type="button"
              className={media.ctl}
              aria-label={large ? t('media.zoomOut') : t('media.zoomIn')}
              onClick={() => zoom()}
            >
              <Icon name={large ? 'minus' : 'plus'} />
            </button>
            <Dialog.Close className={media.ctl} aria-label={t('ui.close')}>
              <Icon name="close" />
            </Dialog.Close>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
