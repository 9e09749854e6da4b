import type { Poll, ServerFrame } from '@inkling/contracts';
import { hasCounts } from '../model/tally';

export type TallyFrame = Extract<ServerFrame, { type: 'poll_vote' | 'poll_update' }>;

/**
 * Merges a poll just read into the known one. Counts come from the higher version; a vote is final and never lost; the
 * viewer's fields come from the read unless it began before the viewer changed them.
 * @param outrun the read began before the viewer's last change was settled
 */
export function mergePoll(known: Poll | undefined, read: Poll, outrun: boolean): Poll {
  if (!known) return read;
  const counts = read.version >= known.version ? read : known;
  const flags = outrun ? known : read;
  const withVotes = hasCounts(counts) ? counts : hasCounts(read) ? read : hasCounts(known) ? known : counts;
  return {
    // Answers without the reason for the recommendation keep the known one.
    ...known,
    ...read,
    version: counts.version,
    votesCount: counts.votesCount,
    likesCount: counts.likesCount,
    commentsCount: counts.commentsCount,
    abstentionsCount: counts.abstentionsCount,
    options: withVotes.options,
    countedVotes: withVotes.countedVotes,
    // What has been revealed of a quiz stays so.
    quiz: known.quiz && read.quiz ? { ...known.quiz, ...read.quiz } : read.quiz,
    resultsVisible: read.resultsVisible || known.resultsVisible,
    userVote: flags.userVote ?? known.userVote ?? read.userVote,
    userVoted: known.userVoted || read.userVoted,
    userChoices: flags.userChoices ?? known.userChoices ?? read.userChoices,
    userAbstained: known.userAbstained || read.userAbstained,
    userLiked: flags.userLiked,
    userSaved: flags.userSaved,
    userReminded: flags.userReminded,
  };
}

/** A poll after a live tally; the same object when the tally is older or changes nothing. */
export function applyTally(known: Poll, frame: TallyFrame): Poll {
  if (frame.version < known.version) return known;
  const votes = frame.options?.length === known.options.length ? frame.options : undefined;
  const moved = votes?.some((count, index) => known.options[index]?.votes !== count) ?? false;
  const same =
    frame.version === known.version &&
    !moved &&
    frame.votesCount === known.votesCount &&
    frame.likesCount === known.likesCount &&
    frame.commentsCount === known.commentsCount &&
    (frame.abstentionsCount ?? 0) === known.abstentionsCount &&
    (frame.countedVotes === undefined || frame.countedVotes === known.countedVotes);
  if (same) return known;
  return {
    ...known,
    version: frame.version,
    votesCount: frame.votesCount,
    likesCount: frame.likesCount,
    commentsCount: frame.commentsCount,
    abstentionsCount: frame.abstentionsCount ?? 0,
    ...(frame.countedVotes === undefined ? {} : { countedVotes: frame.countedVotes }),
    options:
      votes && moved ? known.options.map((option, index) => ({ ...option, votes: votes[index] ?? 0 })) : known.options,
    resultsVisible: known.resultsVisible || votes !== undefined,
  };
}
