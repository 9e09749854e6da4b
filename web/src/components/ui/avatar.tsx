import { useState, type CSSProperties } from 'react';
import { AVATAR_WIDTH, INKS, UPLOADS_PATH } from '@inkling/contracts/constants';
import type { Author } from '@inkling/contracts';

interface AvatarProps {
  user: Pick<Author, 'id' | 'name' | 'profilePicture'> | null;
  /** Pixels. */
  size?: number;
}

/** Largest size in pixels at which the small version is sharp on a phone. */
const SMALL_MAX = AVATAR_WIDTH / 2.5;

/** A stored picture in the size that is needed; an external one as it is. */
const sized = (picture: string, size: number): string =>
  size <= SMALL_MAX && picture.startsWith(UPLOADS_PATH) ? `${picture}?w=${AVATAR_WIDTH}` : picture;

/** A person's picture, or the first letter of the name on their ink; '?' without a name. */
export function Avatar({ user, size = 40 }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const picture = user?.profilePicture;
  const letter = [...(user?.name.trim() ?? '')][0]?.toLocaleUpperCase() ?? '?';
  return (
    <span
      className="ava"
      data-ink={INKS[(user?.id ?? 0) % INKS.length]}
      style={{ '--sz': `${size}px` } as CSSProperties}
      aria-hidden="true"
    >
      {picture && picture !== broken ? (
        <img src={sized(picture, size)} alt="" decoding="async" onError={() => setBroken(picture)} />
      ) : (
        letter
      )}
    </span>
  );
}
