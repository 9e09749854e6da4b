import { useState, type CSSProperties } from 'react';
import { INKS } from '@inkling/contracts/constants';
import type { Author } from '@inkling/contracts';

interface AvatarProps {
  user: Pick<Author, 'id' | 'name' | 'profilePicture'> | null;
  /** Pixels. */
  size?: number;
}

/** A person's picture, or the first letter of the name on their ink; '?' without a name (spec 3). */
export function Avatar({ user, size = 40 }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const picture = user?.profilePicture;
  const letter = [...(user?.name.trim() ?? '')][0]?.toLocaleUpperCase() ?? '?';
  return (
    <span className="ava" data-ink={INKS[(user?.id ?? 0) % INKS.length]} style={{ '--sz': `${size}px` } as CSSProperties} aria-hidden="true">
      {picture && picture !== broken ? <img src={picture} alt="" onError={() => setBroken(picture)} /> : letter}
    </span>
  );
}
