import { lazy, Suspense, useState, type ReactNode } from 'react';
import { t } from '../../lib/i18n';
import { useLightbox } from './use-lightbox';
import '../../lib/i18n/poll-strings';
import styles from './media.module.css';

const Lightbox = lazy(async () => ({ default: (await import('./lightbox')).Lightbox }));

interface OpenPictureProps {
  src: string;
  alt: string;
  /** For one that lies elsewhere than over its picture. */
  label?: string;
  className?: string;
  children?: ReactNode;
}

/** Covers a picture in its frame: a press shows the whole picture, as large as the window. */
export function OpenPicture({ src, alt, label, className, children }: OpenPictureProps) {
  const { open, show, close } = useLightbox();
  // Its code loads with the first press.
  const [ever, setEver] = useState(false);
  if (open && !ever) setEver(true);
  return (
    <>
      <button type="button" className={className ?? styles.open} aria-label={label ?? t('media.open')} onClick={show}>
        {children}
      </button>
      {ever && (
        <Suspense fallback={null}>
          <Lightbox src={src} alt={alt} open={open} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
