import type { Author } from '@inkling/contracts';
import { t } from '../../lib/i18n';
import { useReachedLimit } from '../../lib/limits/limit';
import { Button } from '../ui/button';
import { useFollow, useFollowStatus } from './follow-status';
import './strings';

interface FollowButtonProps {
  user: Pick<Author, 'id'>;
  /** Whether the viewer follows this user, where a list already said so. */
  known?: boolean;
  size?: 's' | 'm';
}

/**
 * Follow or Unfollow, with its text while it waits and while following is unavailable. Not for the viewer's own row.
 */
export function FollowButton({ user, known, size = 's' }: FollowButtonProps) {
  const { data: following, isError } = useFollowStatus(user.id, known);
  const { mutate, isPending, variables, error } = useFollow(user.id);
  const limit = useReachedLimit(error);

  if (following === undefined)
    return (
      <Button size={size} variant="line" disabled>
        {t(isError ? 'follow.unavailable' : 'follow.loading')}
      </Button>
    );
  const words = isPending
    ? t(variables ? 'follow.following' : 'follow.unfollowing')
    : t(following ? 'follow.unfollow' : 'follow.follow');
  if (limit && !following)
    return (
      <Button size={size} variant="well" aria-disabled title={limit.description}>
        {t('follow.followAt', { time: limit.time })}
      </Button>
    );
  return (
    <Button
      size={size}
      variant={following ? 'line' : 'ink'}
      aria-disabled={isPending}
      onClick={() => !isPending && mutate(!following)}
    >
      {words}
    </Button>
  );
}
