import type { ModeratedContent } from '@inkling/contracts';
import { Avatar } from '../../../../components/ui/avatar';
import { t } from '../../../../lib/i18n';
import { moment } from '../model/moment';
import styles from './reported-content.module.css';

type Poll = Extract<ModeratedContent, { kind: 'poll' }>;

const isVideo = (info: Poll['mediaInfo']): boolean => info?.kind === 'video';

/** The picture or video of a poll as it was reported. */
function Media({ media, info }: { media: string; info: Poll['mediaInfo'] }) {
  if (isVideo(info))
    return (
      <video
        className={styles.picture}
        src={media}
        aria-label={info?.alt ?? undefined}
        controls
        muted
        preload="metadata"
      />
    );
  return <img className={styles.picture} src={media} alt={info?.alt ?? t('adminCase.pictureOfPoll')} />;
}

/** All pictures of a poll: its own and those of its options. */
const Pictures = ({ content }: { content: Extract<ModeratedContent, { kind: 'poll' | 'picture' }> }) => (
  <>
    {content.media && <Media media={content.media} info={content.mediaInfo} />}
    {content.optionImages?.map(({ image, imageInfo }) => (
      <Media key={image} media={image} info={imageInfo} />
    ))}
  </>
);

const At = ({ at, votes }: { at: string; votes?: number }) => (
  <p className="tally-line">
    {votes !== undefined && <span>{t('adminCase.votes', { count: votes })}</span>}
    <span className="left">{t('adminCase.asOf', { time: moment(at) })}</span>
  </p>
);

interface ReportedContentProps {
  content: ModeratedContent;
  at: string;
  /** The question above a comment as it is now, which the copy does not keep; null where it is gone. */
  question: string | null;
}

/** What was reported, as on its card but nothing to press; totals only, nobody sees who chose what (ADR 5). */
export function ReportedContent({ content, at, question }: ReportedContentProps) {
  switch (content.kind) {
    case 'poll':
      return (
        <>
          <h2 className={`question ${styles.question}`}>{content.question}</h2>
          <Pictures content={content} />
          <ul className="opts">
            {content.options.map((option, index) => (
              // Two options may read the same.
              <li key={`${index} ${option}`} className={`opt ${styles.option}`}>
                <span className="opt-text">{option}</span>
              </li>
            ))}
          </ul>
          <At at={at} votes={content.votesCount} />
        </>
      );
    case 'comment':
      return (
        <>
          <p className={styles.text}>{content.content}</p>
          {question && <p className={`fine ${styles.below}`}>{t('adminCase.below', { question })}</p>}
          <At at={at} />
        </>
      );
    case 'picture':
      return (
        <>
          <h2 className={`question ${styles.question}`}>{content.question}</h2>
          <Pictures content={content} />
          <At at={at} />
        </>
      );
    case 'profile':
      return (
        <>
          <div className={styles.profile}>
            <Avatar user={content.author} size={88} />
          </div>
          <At at={at} />
        </>
      );
  }
}
