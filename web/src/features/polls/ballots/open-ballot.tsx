import { useId, useState } from 'react';
import { HowToVote } from './how-to-vote';
import { MultipleOptions } from './multiple-options';
import { RankedOptions } from './ranked-options';
import type { BallotInput } from './votable';
import './strings';

/** The ballot of a poll that a visitor was sent, where it takes more than one tap. */
export default function OpenBallot(input: Omit<BallotInput, 'order'>) {
  const how = useId();
  const [ranked, setRanked] = useState(0);
  const rest = { describedBy: how, held: undefined, onTakeBack: () => undefined };
  return (
    <>
      <HowToVote poll={input.poll} id={how} started={ranked >= input.poll.minChoices} />
      {input.poll.method === 'ranked' ? (
        <RankedOptions {...input} {...rest} onCount={setRanked} />
      ) : (
        <MultipleOptions {...input} {...rest} />
      )}
    </>
  );
}
