import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { Author } from '@inkling/contracts';
import { FollowButton } from '../../../components/follow/follow-button';
import { followKey, useFollowStatus } from '../../../components/follow/follow-status';
import { Empty } from '../../../components/ui/empty';
import { Spinner } from '../../../components/ui/spinner';
import { ApiFailure } from '../../../lib/api';
import { t } from '../../../lib/i18n';
import { isFollowersOnly, readPoll } from '../api/read-poll';
import { pollKeys } from '../cache/query-keys';
import '../../../lib/i18n/poll-strings';

/** Milliseconds after which a new follower reads the poll again, which learns of the follow a moment later. */
const FIRST_MS = 300;
const LONGEST_MS = 5_000;

interface FollowersOnlyProps {
  pollId: number;
  /** Null for the moment in which the server does not know the name yet. */
  author: Author | null;
}

/** In the place of a poll for followers, for somebody who does not follow its author. It opens with the follow. */
export function FollowersOnly({ pollId, author }: FollowersOnlyProps) {
  return (
    <Empty
      alone
      drawing="people"
      title={author ? t('polls.followersOnly', { name: author.name }) : t('polls.followersOnlyUnknown')}
      text={t('polls.followersOnlyText')}
    >
      {author && <Door pollId={pollId} author={author} />}
    </Empty>
  );
}

function Door({ pollId, author }: { pollId: number; author: Author }) {
  const client = useQueryClient();
  const { data: following, isFetching } = useFollowStatus(author.id);

  useEffect(() => {
    // The follow may have ended on another device.
    void client.invalidateQueries({ queryKey: followKey(author.id) });
  }, [client, author.id]);

  const opens = following === true && !isFetching;
  useEffect(() => {
    if (!opens) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const reading = new AbortController();
    const read = (wait: number): void => {
      readPoll(client, pollId, reading.signal).then(
        (poll) => client.setQueryData(pollKeys.detail(pollId), poll),
        (error: unknown) => {
          if (reading.signal.aborted) return;
          if (isFollowersOnly(error) || !(error instanceof ApiFailure) || error.status === 0 || error.status >= 500)
            timer = setTimeout(read, wait, Math.min(2 * wait, LONGEST_MS));
          // Its page says what it is, for example gone.
          else void client.invalidateQueries({ queryKey: pollKeys.detail(pollId) });
        },
      );
    };
    read(FIRST_MS);
    return () => {
      reading.abort();
      clearTimeout(timer);
    };
  }, [client, pollId, opens]);

  return following ? <Spinner /> : <FollowButton user={author} size="m" />;
}
