import { useId, useRef } from 'react';
import { MEDIA_ALT_MAX } from '@inkling/contracts/constants';
import { Picture } from '../../../components/media/picture';
import { Video } from '../../../components/media/video';
import { FileChooser } from '../../../components/ui/file-chooser';
import { Icon } from '../../../components/ui/icon';
import { t } from '../../../lib/i18n';
import { ACCEPTED } from '../check-media';
import { useDroppedFile } from '../use-dropped-file';
import type { ChosenMedia } from '../use-media';
import controls from '../../../components/media/media.module.css';
import styles from './media-field.module.css';

interface MediaFieldProps {
  media: ChosenMedia | null;
  problem: string | null;
  alt: string;
  /** While the poll is being sent. */
  disabled: boolean;
  onChoose: (file: File) => void;
  onRemove: () => void;
  onAlt: (alt: string) => void;
}

/** 'Add Media (Optional)': drop, paste or choose a file; then preview, describe or remove it. */
export function MediaField({ media, problem, alt, disabled, onChoose, onRemove, onAlt }: MediaFieldProps) {
  const id = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const browse = useRef<HTMLButtonElement>(null);
  const over = useDroppedFile(onChoose, disabled);

  return (
    <div role="group" aria-labelledby={id}>
      <div className="label" id={id}>
        {t('create.media')}
      </div>
      <FileChooser ref={chooser} accept={ACCEPTED} onChoose={onChoose} />
      {media ? (
        <div className={over ? `${styles.chosen} ${styles.isOver}` : styles.chosen}>
          <div className={styles.media}>
            {media.kind === 'image' ? (
              <Picture src={media.url} alt={alt || t('create.mediaPreview')} info={{ ...media, thumbhash: null }} />
            ) : (
              <Video src={media.url} label={alt || t('create.mediaPreview')} info={media} />
            )}
            <button
              type="button"
              className={`${controls.ctl} ${styles.remove}`}
              aria-label={t('create.mediaRemove')}
              disabled={disabled}
              onClick={() => {
                onRemove();
                requestAnimationFrame(() => browse.current?.focus());
              }}
            >
              <Icon name="close" size="m" />
            </button>
          </div>
          <label className="field" htmlFor={`${id}-alt`}>
            <span>
              {t('create.mediaAlt')}
              {alt.length > MEDIA_ALT_MAX * 0.8 && (
                <em>
                  {alt.length}/{MEDIA_ALT_MAX}
                </em>
              )}
            </span>
          </label>
          <textarea
            id={`${id}-alt`}
            className="input"
            rows={2}
            dir="auto"
            maxLength={MEDIA_ALT_MAX}
            value={alt}
            placeholder={t('create.mediaAltHint')}
            onChange={(event) => onAlt(event.target.value)}
          />
        </div>
      ) : (
        <button
          ref={browse}
          type="button"
          className={over ? `${styles.drop} ${styles.isOver}` : styles.drop}
          aria-describedby={`${id}-formats`}
          disabled={disabled}
          onClick={() => chooser.current?.click()}
        >
          <i aria-hidden="true">
            <Icon name="image" />
          </i>
          <span>
            <b>{t('create.mediaDrop')}</b>
            <span className={`fine ${styles.formats}`} id={`${id}-formats`}>
              {t('create.mediaFormats')}
            </span>
          </span>
        </button>
      )}
      {problem && (
        <span className="field-error" role="alert">
          {problem}
        </span>
      )}
    </div>
  );
}
