import { useState } from 'react';
import type { Poll } from '@inkling/contracts';
import { t } from '../../../lib/i18n';
import { isVideo } from '../model/appearance';

/** A poll's picture. A file that cannot be shown takes no room. */
export function PollMedia({ poll }: { poll: Pick<Poll, 'media' | 'question'> }) {
  const [broken, setBroken] = useState(false);
  if (!poll.media || broken || isVideo(poll.media)) return null;
  return (
    <figure className="media">
      <img
        src={poll.media}
        alt={t('polls.mediaAlt', { question: poll.question })}
        loading="lazy"
        decoding="async"
        onError={() => setBroken(true)}
      />
    </figure>
  );
}
