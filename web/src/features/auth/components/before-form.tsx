import { useState } from 'react';
import type { SentPollPreview } from '@inkling/contracts';
import { WaitingVote } from '../../../components/waiting-vote/waiting-vote';
import { keepPendingVote, type PendingVote } from '../../../lib/pending-vote/pending-vote';
import { PollPeek } from './poll-peek';

interface BeforeFormProps {
  preview: SentPollPreview | undefined;
  waiting: PendingVote | null;
}

/** Above the login form: the shared poll, or the choice on it once there is one. */
export default function BeforeForm({ preview, waiting }: BeforeFormProps) {
  // A choice from an earlier visit does not take the focus.
  const [chosen, setChosen] = useState(false);
  if (waiting) return <WaitingVote change focused={chosen} />;
  if (!preview) return null;
  const choose = (choices: readonly number[]) => {
    setChosen(true);
    const { id: pollId, question, options, method } = preview;
    const texts = choices.map((index) => options[index]!.text);
    const optionText = (method === 'ranked' ? texts.map((text, at) => `${at + 1}. ${text}`) : texts).join(', ');
    keepPendingVote({ pollId, choices, optionText, question });
  };
  return <PollPeek poll={preview} focused={chosen} onChoose={choose} />;
}
