import { useId, useRef, type ReactNode } from 'react';
import { OPTION_ALT_MAX } from '@inkling/contracts/constants';
import { FileChooser } from '../../../components/ui/file-chooser';
import { Icon } from '../../../components/ui/icon';
import { t } from '../../../lib/i18n';
import { PICTURE_TYPES } from '../../../lib/media-kind';
import styles from './option-picture-field.module.css';

/** What the form knows of the pictures of all options, by the option's index. */
export interface OptionPictures {
  urls: (string | undefined)[];
  alts: string[];
  /** Why the file chosen last could not be taken. */
  refused: (string | null)[];
  errors: (string | undefined)[];
  onChoose: (index: number, file: File) => void;
  onAlt: (index: number, alt: string) => void;
}

interface OptionPictureFieldProps {
  index: number;
  pictures: OptionPictures;
  /** The field of the option's text. */
  children: ReactNode;
}

/** An option with a picture: the picture beside its text, and below it what the picture shows. */
export function OptionPictureField({ index, pictures, children }: OptionPictureFieldProps) {
  const id = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const { urls, alts, refused, errors, onChoose, onAlt } = pictures;
  const url = urls[index];
  const ofFile = refused[index] ?? undefined;
  const error = url === undefined ? (ofFile ?? errors[index]) : (errors[index] ?? ofFile);
  const number = index + 1;
  // Otherwise the error is about the description.
  const ofPicture = error !== undefined && (url === undefined || error === ofFile);
  return (
    <>
      <div className={error === undefined ? styles.field : `${styles.field} ${styles.isBad}`}>
        <div className={styles.top}>
          <button
            type="button"
            className={styles.thumb}
            aria-label={t(url ? 'create.changePicture' : 'create.addPicture', { number })}
            aria-describedby={ofPicture ? id : undefined}
            data-invalid={ofPicture ? '' : undefined}
            onClick={() => chooser.current?.click()}
          >
            {url ? <img src={url} alt="" /> : <Icon name="image" />}
          </button>
          {children}
        </div>
        <label className={styles.shows}>
          <span aria-hidden="true">{t('create.shows')}</span>
          <input
            aria-label={t('create.pictureAlt', { number })}
            value={alts[index] ?? ''}
            maxLength={OPTION_ALT_MAX}
            placeholder={t('create.pictureAltHint')}
            dir="auto"
            autoComplete="off"
            aria-invalid={error !== undefined && !ofPicture ? true : undefined}
            aria-describedby={error === undefined ? undefined : id}
            onChange={(event) => onAlt(index, event.target.value)}
          />
        </label>
        <FileChooser ref={chooser} accept={PICTURE_TYPES} onChoose={(file) => onChoose(index, file)} />
      </div>
      {error !== undefined && (
        <span className="field-error" id={id}>
          {error}
        </span>
      )}
    </>
  );
}
