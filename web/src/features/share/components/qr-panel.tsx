import { useMemo } from 'react';
import { Button } from '../../../components/ui/button';
import { t } from '../../../lib/i18n';
import { qrCode, qrPng, qrSvg } from '../../../lib/qr-code';
import { saveFile } from '../../../lib/save-file';
import { toast } from '../../../lib/toast';
import styles from '../share-sheet.module.css';

/** The poll's address as a QR code, to show or save. */
export function QrPanel({ address, name }: { address: string; name: string }) {
  const code = useMemo(() => qrCode(address), [address]);
  const savePng = async () => {
    try {
      saveFile(await qrPng(code), `${name}-qr.png`);
    } catch {
      toast({ title: t('share.saveFailed'), variant: 'destructive' });
    }
  };
  const saveSvg = () => saveFile(new Blob([qrSvg(code)], { type: 'image/svg+xml' }), `${name}-qr.svg`);
  return (
    <>
      <div className={`tabbed ${styles.qr}`}>
        <svg
          role="img"
          aria-label={t('share.qrLabel', { address })}
          viewBox={`0 0 ${code.size} ${code.size}`}
          shapeRendering="crispEdges"
        >
          <path d={code.path} />
        </svg>
      </div>
      <div className={styles.row}>
        <Button variant="line" onClick={() => void savePng()}>
          {t('share.savePng')}
        </Button>
        <Button variant="line" onClick={saveSvg}>
          {t('share.saveSvg')}
        </Button>
      </div>
      <p className="fine">{t('share.qrNote')}</p>
    </>
  );
}
