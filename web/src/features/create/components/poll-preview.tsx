import type { User } from '@inkling/contracts';
import { Picture } from '../../../components/media/picture';
import { Video } from '../../../components/media/video';
import { Avatar } from '../../../components/ui/avatar';
import { Icon } from '../../../components/ui/icon';
import { t } from '../../../lib/i18n';
import { timeLeft } from '../../../lib/time';
import { useDeepDiveOffer } from '../../polls/api/deep-dive-offer';
import { BallotChips } from '../../polls/ballots/ballot-chips';
import { HowToVote } from '../../polls/ballots/how-to-vote';
import { OptionPicture, PictureGrid } from '../../polls/ballots/option-pictures';
import { directionOf } from '../../polls/model/appearance';
import { isMarked } from '../../polls/model/plain';
import { choiceLimits, endInstant, type PollDraft } from '../poll-draft';
import type { ChosenMedia } from '../use-media';
import '../../../lib/i18n/poll-strings';

interface PreviewProps {
  draft: PollDraft;
  media: ChosenMedia | null;
  /** Object URLs of the options' pictures, by the option's index. */
  pictures?: (string | undefined)[];
  user: User | null;
  ink: string;
}

/** What is special about the poll that a draft becomes. */
function ballotOf(draft: PollDraft) {
  const { least, most } = choiceLimits(draft);
  const method = draft.kind === 'quiz' ? 'single' : draft.kind;
  return {
    id: 0,
    votesCount: 0,
    options: draft.options.map((text) => ({ text })),
    method,
    minChoices: method === 'multiple' ? least : 1,
    maxChoices: method === 'multiple' ? most : method === 'ranked' ? draft.options.length : 1,
    quiz: draft.kind === 'quiz' ? {} : null,
    sealed: draft.sealed,
    visibility: draft.visibility,
  };
}

/** The card that a draft becomes, as others see it before they vote. None of its controls work. */
export function PollPreview({ draft, media, pictures = [], user, ink }: PreviewProps) {
  const question = draft.question.trim();
  const { offer } = useDeepDiveOffer();
  const ballot = ballotOf(draft);
  const some = pictures.some((url) => url !== undefined);
  const shown = {
    id: 0,
    options: draft.options.map((text, at) => ({ text, image: some ? (pictures[at] ?? '') : undefined })),
  };
  return (
    <div className="poll" data-ink={ink}>
      {isMarked(ballot) && <BallotChips poll={ballot} dead />}
      <div className="poll-head">
        <Avatar user={user} />
        <div className="who">
          <span className="who-name">
            <bdi>{user?.name}</bdi>
          </span>
          <span className="who-sub is-timed">
            <bdi>@{user?.username}</bdi> · {t('time.now')}
          </span>
        </div>
      </div>
      <p className={question.length > 150 ? 'question question-long' : 'question'} dir={directionOf(question)}>
        {question || <span className="muted">{t('create.previewQuestion')}</span>}
      </p>
      {media?.kind === 'image' && <Picture src={media.url} alt="" info={{ ...media, thumbhash: null }} />}
      {media?.kind === 'video' && <Video src={media.url} label={t('create.mediaPreview')} info={media} />}
      <HowToVote poll={ballot} />
      <PictureGrid poll={shown}>
        <ul className="opts" dir={directionOf(draft.options.join(' '))}>
          {draft.options.map((option, index) => (
            <li key={index} className="opt">
              <OptionPicture option={shown.options[index]} />
              <span className="box" aria-hidden="true" />
              <span className={option.trim() === '' ? 'opt-text muted' : 'opt-text'}>
                {option.trim() || t('create.option', { number: index + 1 })}
              </span>
            </li>
          ))}
        </ul>
      </PictureGrid>
      <p className="tally-line">
        <span>
          <b>0</b> {t(ballot.method === 'multiple' ? 'polls.votersWord' : 'polls.votesWord', { count: 0 })}
        </span>
        <span className="left">{timeLeft(endInstant(draft.duration))}</span>
      </p>
      <div className="perf" />
      <div className="stub" aria-hidden="true">
        <span className="act">
          <Icon name="heart" size="m" />0
        </span>
        <span className="act">
          <Icon name="comment" size="m" />0
        </span>
        <span className="act">
          <Icon name="bookmark" size="m" />
        </span>
        <span className="act">
          <Icon name="share" size="m" />
        </span>
        {offer && (
          <span className="dive">
            <Icon name="drop" />
            {t('insights.deepDive')}
          </span>
        )}
      </div>
    </div>
  );
}
