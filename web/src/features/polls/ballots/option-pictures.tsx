import { createContext, use, useState, type ReactNode } from 'react';
import type { Poll, PollOption } from '@inkling/contracts';
import { OpenPicture } from '../../../components/media/open-picture';
import { widthsOf } from '../../../components/media/picture';
import { placeholderOf } from '../../../components/media/placeholder';
import { Icon } from '../../../components/ui/icon';
import { t } from '../../../lib/i18n';
import { hasPictures } from '../model/plain';
import styles from './option-pictures.module.css';
import './strings';

/** Two tiles in a row, and three on a wide card; a tile is never wider than this. */
const TILE_SIZES = '(min-width: 640px) 290px, 50vw';

/** Covered pictures that were asked for since the page was opened; a vote does not cover them again. */
const asked = new Set<number>();

const Open = createContext(true);

/** The picture of an option in a frame of fixed shape, so that nothing moves when it arrives. */
export function OptionPicture({ option }: { option: PollOption | undefined }) {
  const open = use(Open);
  if (option?.image === undefined) return null;
  const { image, imageInfo } = option;
  const ground = imageInfo?.thumbhash ? placeholderOf(imageInfo.thumbhash) : null;
  return (
    <span className={styles.picture} style={ground ? { backgroundImage: `url("${ground}")` } : undefined}>
      {open && image !== '' && (
        <img
          src={image}
          {...widthsOf(image, imageInfo?.width, TILE_SIZES)}
          alt={imageInfo?.alt ?? ''}
          loading="lazy"
          decoding="async"
          draggable={false}
        />
      )}
    </span>
  );
}

/** Enlarges the picture of an option, which a press on the option itself would choose. */
export function EnlargeOption({ option }: { option: PollOption | undefined }) {
  const open = use(Open);
  if (!option?.image || !open) return null;
  return (
    <OpenPicture
      src={option.image}
      alt={option.imageInfo?.alt ?? option.text}
      label={t('ballots.enlarge', { option: option.text })}
      className={styles.enlarge}
    >
      <svg className="ic ic-s" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M14 5h5v5M10 19H5v-5M18.5 5.5 14 10M5.5 18.5 10 14" />
      </svg>
    </OpenPicture>
  );
}

/** An option that may have a picture: then a button beside it enlarges the picture. */
export function Tile({ option, children }: { option: PollOption | undefined; children: ReactNode }) {
  if (!option?.image) return children;
  return (
    <div className={styles.tile}>
      {children}
      <EnlargeOption option={option} />
    </div>
  );
}

interface CoverProps {
  why: string;
  open: boolean;
  /** Shows or covers the pictures. The button stays, and with it the focus. */
  onTurn?: (open: boolean) => void;
}

function Cover({ why, open, onTurn }: CoverProps) {
  return (
    <p className={styles.cover}>
      <span>
        <b>{t('ballots.coveredPictures')}</b> {why && <bdi>{t('ballots.coveredAs', { why })}</bdi>}
      </span>
      {onTurn && (
        <button type="button" className="btn btn-ink btn-s" onClick={() => onTurn(!open)}>
          <Icon name={open ? 'eyeOff' : 'eye'} size="s" />
          {t(open ? 'ballots.coverPictures' : 'ballots.showPictures')}
        </button>
      )}
    </p>
  );
}

interface PictureGridProps {
  poll: Pick<Poll, 'id' | 'options'> & Partial<Pick<Poll, 'sensitive'>>;
  /** Covered pictures cannot be asked for, as by somebody who has not signed in. */
  locked?: boolean;
  children: ReactNode;
}

/** Lays options with pictures out as tiles; pictures that moderators have covered are fetched when asked for. */
export function PictureGrid({ poll, locked = false, children }: PictureGridProps) {
  const why = poll.sensitive ?? null;
  const [shown, setShown] = useState(() => asked.has(poll.id));
  if (!hasPictures(poll)) return children;
  const open = why === null || (shown && !locked);
  const turn = (show: boolean) => {
    if (show) asked.add(poll.id);
    else asked.delete(poll.id);
    setShown(show);
  };
  const inThrees = poll.options.length % 3 === 0 || poll.options.length === 5;
  return (
    <Open value={open}>
      {why !== null && <Cover why={why} open={open} onTurn={locked ? undefined : turn} />}
      <div className={inThrees ? `${styles.grid} ${styles.isThree}` : styles.grid}>{children}</div>
    </Open>
  );
}
