import { lazy, Suspense, useState } from 'react';
import { t } from '../../lib/i18n';
import { useLightbox } from './use-lightbox';
import '../../lib/i18n/poll-strings';
import styles from './media.module.css';

const Lightbox = lazy(async () => ({ default: (await import('./lightbox')).Lightbox }));

/** Covers a picture in its frame: a press shows the whole picture, as large as the window. */
export function OpenPicture({ src, alt }: { src: string; alt: string }) {
  const { open, show, close } = useLightbox();
  // Its code loads with the first press.
  const [ever, setEver] = useState(false);
  if (open && !ever) setEver(true);
  return (
    <>
      <button type="button" className={styles.open} aria-label={t('media.open')} onClick={show} />
      {ever && (
        <Suspense fallback={null}>
          <Lightbox src={src} alt={alt} open={open} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
