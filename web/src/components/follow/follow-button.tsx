import type { Author } from '@inkling/contracts';
import { t } from '../../lib/i18n';
import { Button } from '../ui/button';
import { useFollow, useFollowStatus } from './follow-status';
import './strings';

interface FollowButtonProps {
  user: Pick<Author, 'id'>;
  /** What a list said about it already. */
  known?: boolean;
  size?: 's' | 'm';
}

/**
 * Follow or Unfollow, with what it says while it waits, and while following is not available. Not for the viewer's own
 * row (spec 5).
 */
export function FollowButton({ user, known, size = 's' }: FollowButtonProps) {
  const { data: following, isError } = useFollowStatus(user.id, known);
  const { mutate, isPending, variables } = useFollow(user.id);

  if (following === undefined)
    return (
      <Button size={size} variant="line" disabled>
        {t(isError ? 'follow.unavailable' : 'follow.loading')}
      </Button>
    );
  const words = isPending
    ? t(variables ? 'follow.following' : 'follow.unfollowing')
    : t(following ? 'follow.unfollow' : 'follow.follow');
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
