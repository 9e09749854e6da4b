import { useId, useState } from 'react';
import type { SentPollPreview } from '@inkling/contracts';
import { wholePreview } from '@inkling/contracts/ordinary-poll';
import { HeldOptions } from './held-options';
import { HowToVote } from './how-to-vote';
import { MultipleOptions } from './multiple-options';
import { PictureGrid } from './option-pictures';
import { RankedOptions } from './ranked-options';
import type { BallotInput } from './votable';
import './strings';

interface OpenBallotProps extends Omit<BallotInput, 'poll' | 'order'> {
  poll: SentPollPreview;
}

/** The ballot of a poll that a visitor was sent, where it takes more than one tap. */
export default function OpenBallot({ poll: sent, ...input }: OpenBallotProps) {
  const how = useId();
  const [ranked, setRanked] = useState(0);
  const poll = wholePreview(sent);
  const rest = { ...input, poll, describedBy: how, held: undefined, onTakeBack: () => undefined };
  return (
    <>
      <HowToVote poll={poll} id={how} started={ranked >= poll.minChoices} />
      <PictureGrid poll={poll} locked>
        {poll.method === 'ranked' && <RankedOptions {...rest} onCount={setRanked} />}
        {poll.method === 'multiple' && <MultipleOptions {...rest} />}
        {poll.method === 'single' && <HeldOptions {...rest} />}
      </PictureGrid>
    </>
  );
}
