import { useState } from 'react';
import { Button } from '../../../components/ui/button';
import { t } from '../../../lib/i18n';
import { toast } from '../../../lib/toast';
import { saveFile } from '../../../lib/save-file';
import styles from '../share-sheet.module.css';

interface PicturePanelProps {
  pollId: number;
  question: string;
  /** Name of the saved file, without its extension. */
  name: string;
}

/** The card that other sites show for the link, to be saved. */
export function PicturePanel({ pollId, question, name }: PicturePanelProps) {
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);
  const [loaded, setLoaded] = useState(false);
  const address = `/share/poll/${pollId}.png${attempt > 0 ? `?again=${attempt}` : ''}`;

  const save = async () => {
    try {
      const answer = await fetch(address);
      if (!answer.ok) throw new Error(String(answer.status));
      saveFile(await answer.blob(), `${name}.png`);
    } catch {
      toast({ title: t('share.saveFailed'), variant: 'destructive' });
    }
  };
  const again = () => {
    setFailed(false);
    setAttempt(attempt + 1);
  };

  if (failed)
    return (
      <div className={styles.failed} role="alert">
        <p>{t('share.pictureFailed')}</p>
        <Button variant="line" onClick={again}>
          {t('share.tryAgain')}
        </Button>
      </div>
    );
  return (
    <>
      <img
        className={loaded ? styles.picture : `${styles.picture} pulse`}
        src={address}
        alt={t('share.pictureAlt', { question })}
        width={1_200}
        height={630}
        onLoad={() => setLoaded(true)}
        onError={() => setFailed(true)}
      />
      <div className={styles.row}>
        <Button disabled={!loaded} onClick={() => void save()}>
          {t('share.savePicture')}
        </Button>
      </div>
      <p className="fine">{t('share.pictureNote')}</p>
    </>
  );
}
