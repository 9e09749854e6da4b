import { useLocation, useNavigationType } from 'react-router';
import { Comments } from '../../features/comments/comments';
import { PollPage } from '../../features/polls/poll-page';

/** `/poll/{id}`: the poll, and its comments below. */
export default function PollRoute() {
  const { state } = useLocation() as { state: { comment?: boolean } | null };
  // Returning to the page does not focus the comment field.
  const focused = useNavigationType() === 'PUSH' && state?.comment === true;
  return <PollPage below={(poll) => <Comments key={poll.id} poll={poll} focused={focused} />} />;
}
