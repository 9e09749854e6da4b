import { lazy, Suspense, useRef, useState, type CSSProperties, type RefObject } from 'react';
import { t } from '../../lib/i18n';
import { toast } from '../../lib/toast';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Icon } from '../ui/icon';
import { Spinner } from '../ui/spinner';
import { cropImage, type Area } from './crop-image';
import { stepped, ZOOM_MAX, ZOOM_MIN, ZOOM_STEP } from './zoom';
import './strings';
import styles from './crop-dialog.module.css';

const CropArea = lazy(() => import('./crop-area'));

interface CropDialogProps {
  /** Address of the picture; null closes the dialog. */
  url: string | null;
  onApply: (picture: File) => void;
  onCancel: () => void;
}

const failed = () => toast({ title: t('crop.error'), description: t('crop.failed'), variant: 'destructive' });

function CropWindow({
  url,
  slider,
  onApply,
  onCancel,
}: CropDialogProps & { url: string; slider: RefObject<HTMLInputElement | null> }) {
  const [zoom, setZoom] = useState(ZOOM_MIN);
  const [area, setArea] = useState<Area | null>(null);
  const [busy, setBusy] = useState(false);
  const giveUp = () => {
    failed();
    onCancel();
  };
  const apply = async () => {
    if (!area || busy) return;
    setBusy(true);
    try {
      onApply(await cropImage(url, area));
    } catch {
      giveUp();
    }
  };
  const zoomBy = (step: number) => setZoom(stepped(zoom + step));
  return (
    <>
      <div className={styles.stage}>
        <Suspense fallback={<Spinner />}>
          <CropArea
            url={url}
            zoom={zoom}
            onZoom={(next) => setZoom(stepped(next))}
            onArea={setArea}
            onBroken={giveUp}
          />
        </Suspense>
      </div>
      <div className={styles.zoom}>
        <button
          type="button"
          className="icon-btn"
          aria-label={t('crop.zoomOut')}
          disabled={zoom <= ZOOM_MIN}
          onClick={() => zoomBy(-ZOOM_STEP)}
        >
          <Icon name="minus" size="s" />
        </button>
        <input
          ref={slider}
          type="range"
          className={styles.slider}
          aria-label={t('crop.zoom')}
          aria-valuetext={`${zoom.toFixed(1)}×`}
          min={ZOOM_MIN}
          max={ZOOM_MAX}
          step={ZOOM_STEP}
          value={zoom}
          style={{ '--at': ((zoom - ZOOM_MIN) / (ZOOM_MAX - ZOOM_MIN)).toFixed(3) } as CSSProperties}
          onChange={(event) => setZoom(stepped(Number(event.target.value)))}
        />
        <button
          type="button"
          className="icon-btn"
          aria-label={t('crop.zoomIn')}
          disabled={zoom >= ZOOM_MAX}
          onClick={() => zoomBy(ZOOM_STEP)}
        >
          <Icon name="plus" size="s" />
        </button>
      </div>
      <div className={styles.actions}>
        <Button variant="line" onClick={onCancel}>
          {t('crop.cancel')}
        </Button>
        <Button disabled={!area || busy} onClick={() => void apply()}>
          {t(busy ? 'crop.applying' : 'crop.apply')}
        </Button>
      </div>
    </>
  );
}

/** Crops a picture to a square under a round window: Apply yields a JPEG, Cancel discards. */
export function CropDialog({ url, onApply, onCancel }: CropDialogProps) {
  const slider = useRef<HTMLInputElement>(null);
  return (
    <Dialog open={url !== null} onOpenChange={(open) => !open && onCancel()} title={t('crop.title')} startAt={slider}>
      {url !== null && <CropWindow url={url} slider={slider} onApply={onApply} onCancel={onCancel} />}
    </Dialog>
  );
}
