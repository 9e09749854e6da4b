import { useEffect, useRef, useState } from 'react';
import { MEDIA_MAX_BYTES } from '@inkling/contracts/constants';
import type { Author } from '@inkling/contracts';
import { t } from '../../lib/i18n';
import { PICTURE_TYPES, mediaKind } from '../../lib/media-kind';
import { toast } from '../../lib/toast';
import { Avatar } from '../ui/avatar';
import { FileChooser } from '../ui/file-chooser';
import { Icon } from '../ui/icon';
import { CropDialog } from './crop-dialog';
import './strings';
import styles from './picture-field.module.css';

interface PictureFieldProps {
  user: Pick<Author, 'id' | 'name' | 'profilePicture'>;
  /** The cropped picture that replaces the current one. */
  picture: File | null;
  disabled?: boolean;
  onChange: (picture: File) => void;
}

/** An object URL for a file, revoked when it is no longer shown. */
function useFileAddress(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return setUrl(null);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}

/** The user's picture; pressing it chooses another one, which is then cropped. */
export function PictureField({ user, picture, disabled = false, onChange }: PictureFieldProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const [original, setOriginal] = useState<File | null>(null);
  const url = useFileAddress(picture);
  const cropping = useFileAddress(original);

  const choose = async (file: File) => {
    const kind = await mediaKind(file).catch(() => null);
    const problem = kind !== 'image' ? t('crop.notPicture') : file.size > MEDIA_MAX_BYTES ? t('crop.tooLarge') : null;
    if (problem) toast({ title: t('crop.error'), description: problem, variant: 'destructive' });
    else setOriginal(file);
  };

  return (
    <>
      <button
        type="button"
        className={styles.root}
        aria-label={t(user.profilePicture || picture ? 'crop.change' : 'crop.add')}
        disabled={disabled}
        onClick={() => chooser.current?.click()}
      >
        <Avatar user={{ ...user, profilePicture: url ?? user.profilePicture }} size={112} />
        <i aria-hidden="true">
          <Icon name="camera" size="m" />
        </i>
      </button>
      <FileChooser ref={chooser} accept={PICTURE_TYPES} onChoose={(file) => void choose(file)} />
      <CropDialog
        url={cropping}
        onCancel={() => setOriginal(null)}
        onApply={(cropped) => {
          setOriginal(null);
          onChange(cropped);
        }}
      />
    </>
  );
}
