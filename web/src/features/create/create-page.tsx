import { useCallback, useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { QUESTION_MAX, QUIZ_EXPLANATION_MAX } from '@inkling/contracts/constants';
import { Button } from '../../components/ui/button';
import { Icon } from '../../components/ui/icon';
import { ApiFailure, messageOf } from '../../lib/api';
import { t } from '../../lib/i18n';
import { useReachedLimit } from '../../lib/limits/limit';
import { usePageTitle } from '../../lib/page-title';
import { useServerOffset } from '../../lib/server-clock';
import { useSession } from '../../lib/session';
import { openShare } from '../../lib/share';
import { toast } from '../../lib/toast';
import { PUBLISHING, useCreatePoll } from './api/create-poll';
import { checkDraft, isSound, type DraftProblems } from './check-draft';
import { AskingNote } from './components/asking-note';
import { AudienceField } from './components/audience-field';
import { BallotSwitches } from './components/ballot-switches';
import { DurationField } from './components/duration-field';
import { KindField } from './components/kind-field';
import { MediaField } from './components/media-field';
import { OptionsField } from './components/options-field';
import { PollPreview } from './components/poll-preview';
import { UploadBar } from './components/upload-bar';
import { draftAge } from './draft-age';
import { emptyDraft, forgetDraft, keepDraft, recoverDraft, type PollDraft } from './poll-draft';
import { useAskingRefusal } from './use-asking-refusal';
import { useDraftMedia } from './use-draft-media';
import { useMedia } from './use-media';
import { useOptionPictures } from './use-option-pictures';
import { useShared } from './use-shared';
import styles from './create-page.module.css';
import './strings';

/** The page's own ink; the poll's depends on its id, which is not known yet. */
const INK = 'apricot';

/** `/create`: the form, and beside it a preview of the card. */
export default function CreatePage() {
  const { user } = useSession();
  const navigate = useNavigate();
  const ids = useId();
  const form = useRef<HTMLFormElement>(null);
  const client = useQueryClient();
  // A draft that is being published since an earlier visit does not come back.
  const [recovered, setRecovered] = useState(() =>
    user && client.isMutating({ mutationKey: PUBLISHING }) === 0 ? recoverDraft(user.id) : null,
  );
  const [tried, setTried] = useState(false);
  const { mutate, isPending, isSuccess, isError, error } = useCreatePoll();
  const limit = useReachedLimit(error);
  const refusal = useAskingRefusal();
  const { media, problem, choose, remove, setProblem } = useMedia();
  const chooseFile = useCallback((file: File) => void choose(file), [choose]);
  const begin = useShared(recovered?.draft ?? null, chooseFile, setProblem);
  const fileWaits = recovered?.media === true && !begin.shared;
  const { pending, forget } = useDraftMedia({ userId: user?.id, had: fileWaits, media, choose });
  const [draft, setDraft] = useState<PollDraft>(begin.draft);
  const [replaced, setReplaced] = useState(begin.replaced);
  const [sent, setSent] = useState(0);
  const sending = useRef<AbortController | null>(null);
  // The calendar and the durations depend on the time.
  useServerOffset();
  const optionPictures = useOptionPictures(user?.id, recovered?.draft.pictures === true, begin.replaced === null);
  const files = {
    media: media?.file ?? null,
    pictures: optionPictures.pictures.map((picture) => picture?.file ?? null),
  };
  const problems = checkDraft(draft, undefined, files);
  const shown: DraftProblems = tried ? problems : { options: [], pictures: [] };
  usePageTitle(t('create.title'));

  useEffect(() => {
    // A link with text in it must not destroy the draft that it replaced.
    const untouched = replaced !== null && draft === begin.draft;
    if (user && !isSuccess && !untouched) keepDraft(user.id, draft, Date.now(), media !== null || pending !== null);
  }, [user, draft, media, pending, isSuccess, replaced, begin]);

  useEffect(() => {
    // The focus was on the button that was disabled meanwhile, or on Cancel, which is gone.
    if (isError && document.activeElement === document.body)
      form.current?.querySelector<HTMLElement>('[type="submit"]')?.focus({ preventScroll: true });
  }, [isError]);

  const change = (part: Partial<PollDraft>) => setDraft((before) => ({ ...before, ...part }));
  const forgetOption = (index: number) => {
    optionPictures.removeOption(index);
    setDraft((before) => {
      const optionAlts = before.optionAlts.filter((_, at) => at !== index);
      const { answer } = before;
      if (answer === null || answer < index) return { ...before, optionAlts };
      return { ...before, optionAlts, answer: answer === index ? null : answer - 1 };
    });
  };
  const describePicture = (index: number, alt: string) =>
    setDraft((before) => ({
      ...before,
      optionAlts: before.options.map((_, at) => (at === index ? alt : (before.optionAlts[at] ?? ''))),
    }));
  const urls = optionPictures.pictures.map((picture) => picture?.url);
  const removeMedia = () => {
    remove();
    forget();
  };
  const discard = () => {
    forgetDraft();
    removeMedia();
    optionPictures.clear();
    setRecovered(null);
    setTried(false);
    setDraft(emptyDraft());
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending || isSuccess || limit || refusal) return;
    setTried(true);
    if (!isSound(problems)) {
      requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')?.focus(),
      );
      return;
    }
    if (!user) {
      toast({ title: t('create.error'), description: t('create.loginNeeded'), variant: 'destructive' });
      return;
    }
    setSent(0);
    sending.current = new AbortController();
    mutate(
      {
        userId: user.id,
        draft,
        media: files.media,
        optionPictures: files.pictures,
        onProgress: setSent,
        signal: sending.current.signal,
      },
      {
        onSuccess: (poll) => {
          void navigate('/');
          openShare(poll, true);
        },
        onError: (error) => {
          // Too large, or not what it seemed: the field shows it as well.
          if (error instanceof ApiFailure && (error.status === 413 || error.status === 415))
            setProblem(messageOf(error, t('create.failedText')));
        },
      },
    );
  };

  const busy = isPending || isSuccess;
  return (
    <div className="content" data-ink={INK}>
      <div className={`page-head ${styles.head}`}>
        <h1 className="title">{t('create.title')}</h1>
      </div>
      {refusal && <AskingNote refusal={refusal} />}
      <div className={styles.columns}>
        <form ref={form} noValidate onSubmit={submit}>
          <fieldset className={styles.fields} disabled={busy}>
            {replaced && (
              <div className={styles.draft} role="status">
                <span>{t('create.shared')}</span>
                <Button
                  variant="plain"
                  size="s"
                  onClick={() => {
                    setDraft(replaced);
                    setReplaced(null);
                    void optionPictures.bringBack();
                  }}
                >
                  {t('create.draftBack')}
                </Button>
              </div>
            )}
            {recovered && !begin.shared && (
              <div className={styles.draft} role="status">
                <span>
                  {t('create.draftKept', { when: draftAge(recovered.savedAt) })}
                  {pending === 'lost' && <span className={styles.draftLost}>{t('create.draftMediaLost')}</span>}
                </span>
                <Button variant="plain" size="s" onClick={discard}>
                  {t('create.discard')}
                </Button>
              </div>
            )}
            <div className="field">
              <label className="label" htmlFor={`${ids}-question`}>
                <span>{t('create.question')}</span>
                {draft.question.length > QUESTION_MAX * 0.8 && (
                  <em>
                    {draft.question.length}/{QUESTION_MAX}
                  </em>
                )}
              </label>
              <textarea
                id={`${ids}-question`}
                className="input"
                rows={2}
                dir="auto"
                value={draft.question}
                maxLength={QUESTION_MAX}
                placeholder={t('create.questionHint')}
                aria-invalid={shown.question ? true : undefined}
                aria-describedby={shown.question ? `${ids}-problem` : undefined}
                onChange={(event) => change({ question: event.target.value })}
              />
              {shown.question && (
                <span className="field-error" id={`${ids}-problem`}>
                  {shown.question}
                </span>
              )}
            </div>
            <KindField draft={draft} onChange={change} />
            <OptionsField
              options={draft.options}
              errors={shown.options}
              onChange={(options) => change({ options })}
              onRemove={forgetOption}
              pictures={
                draft.pictures
                  ? {
                      urls,
                      alts: draft.optionAlts,
                      refused: optionPictures.problems,
                      errors: shown.pictures,
                      onChoose: (index, file) => void optionPictures.choose(index, file),
                      onAlt: describePicture,
                    }
                  : undefined
              }
              quiz={
                draft.kind === 'quiz'
                  ? { answer: draft.answer, error: shown.answer, onMark: (answer) => change({ answer }) }
                  : undefined
              }
            />
            {draft.kind === 'quiz' && (
              <div className="field">
                <label className="label" htmlFor={`${ids}-why`}>
                  <span>
                    {t('create.why')} <em>{t('create.optional')}</em>
                  </span>
                  {draft.explanation.length > QUIZ_EXPLANATION_MAX * 0.8 && (
                    <em>
                      {draft.explanation.length}/{QUIZ_EXPLANATION_MAX}
                    </em>
                  )}
                </label>
                <textarea
                  id={`${ids}-why`}
                  className="input"
                  rows={3}
                  dir="auto"
                  value={draft.explanation}
                  maxLength={QUIZ_EXPLANATION_MAX}
                  aria-invalid={shown.explanation ? true : undefined}
                  aria-describedby={`${ids}-why-hint`}
                  onChange={(event) => change({ explanation: event.target.value })}
                />
                {shown.explanation && <span className="field-error">{shown.explanation}</span>}
                <span className="fine" id={`${ids}-why-hint`}>
                  {t('create.whyHint')}
                </span>
              </div>
            )}
            <DurationField
              value={draft.duration}
              error={shown.duration}
              onChange={(duration) => change({ duration })}
            />
            <AudienceField value={draft.visibility} onChange={(visibility) => change({ visibility })} />
            <BallotSwitches draft={draft} onChange={change} />
            <p className="fine">{t(draft.sealed ? 'create.liveSealed' : 'create.live')}</p>
            <MediaField
              media={media}
              problem={problem ?? shown.files ?? null}
              alt={draft.mediaAlt}
              disabled={busy}
              onChoose={chooseFile}
              onRemove={removeMedia}
              onAlt={(mediaAlt) => change({ mediaAlt })}
            />
          </fieldset>
          <div className={styles.publish}>
            {isPending && (media !== null || draft.pictures) && (
              <UploadBar sent={sent} onStop={() => sending.current?.abort()} />
            )}
            {refusal && !busy ? (
              <Button type="submit" size="xl" variant="well" block aria-disabled>
                {t('create.publish')}
              </Button>
            ) : limit && !busy ? (
              <Button type="submit" size="xl" variant="well" block aria-disabled title={limit.description}>
                <Icon name="clock" size="m" />
                {t('create.publishAt', { time: limit.time })}
              </Button>
            ) : (
              <Button type="submit" size="xl" block disabled={busy}>
                {busy ? t('create.publishing') : t('create.publish')}
              </Button>
            )}
          </div>
        </form>
        <aside className={styles.preview} aria-label={t('create.preview')}>
          <p className="eyebrow">{t('create.preview')}</p>
          <PollPreview draft={draft} media={media} pictures={draft.pictures ? urls : []} user={user} ink={INK} />
        </aside>
      </div>
    </div>
  );
}
