import { useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { COMMENT_MAX } from '@inkling/contracts/constants';
import { isBlank } from '@inkling/contracts/text';
import type { Poll, User } from '@inkling/contracts';
import { Avatar } from '../../../components/ui/avatar';
import { Button } from '../../../components/ui/button';
import { Icon } from '../../../components/ui/icon';
import { t } from '../../../lib/i18n';
import { useReachedLimit } from '../../../lib/limits/limit';
import { COMMENT_FIELD } from '../../polls/components/poll-actions';
import { useAddComment } from '../api/add-comment';
import { joined, keepComment, recoverComment } from '../comment-draft';
import styles from './comment-form.module.css';

/** The counter appears once this share of the limit is used. */
const NEARLY_FULL = 0.8;

interface CommentFormProps {
  poll: Poll;
  user: User;
  /** The reader came to write. */
  focused: boolean;
}

/** A field and the Comment button, which needs text. With a keyboard Enter sends, and Shift+Enter starts a line. */
export function CommentForm({ poll, user, focused }: CommentFormProps) {
  const hint = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(() => recoverComment(poll.id, user.id));
  // Unsaved text comes back, before what has been typed meanwhile.
  const { add, error } = useAddComment(poll, user, (content) => setText((now) => joined(content, now)));
  const limit = useReachedLimit(error);
  const content = text.trim();
  const over = content.length - COMMENT_MAX;
  const counted = content.length > COMMENT_MAX * NEARLY_FULL;
  const count = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    if (focused) field.current?.focus();
  }, [focused]);

  // A growing field pushes the count under the bottom bar.
  useEffect(() => {
    if (counted) count.current?.scrollIntoView?.({ block: 'nearest' });
  }, [counted]);

  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (isBlank(content) || over > 0 || limit) return;
    setText('');
    field.current?.focus();
    void add(content);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || matchMedia('(hover: none)').matches)
      return;
    event.preventDefault();
    submit();
  };

  return (
    <form className={styles.root} onSubmit={submit}>
      <Avatar user={user} />
      <label className="input">
        <span className="vh">{t('comments.label')}</span>
        <textarea
          ref={field}
          id={COMMENT_FIELD}
          rows={1}
          dir="auto"
          value={text}
          placeholder={t('comments.hint')}
          aria-invalid={over > 0 ? true : undefined}
          aria-describedby={counted ? hint : undefined}
          onChange={(event) => {
            setText(event.target.value);
            keepComment(poll.id, user.id, event.target.value);
          }}
          onKeyDown={onKeyDown}
        />
      </label>
      {limit ? (
        <Button type="submit" variant="well" aria-disabled title={limit.description}>
          <Icon name="clock" size="m" />
          {t('comments.submitAt', { time: limit.time })}
        </Button>
      ) : (
        <Button type="submit" disabled={isBlank(content) || over > 0}>
          {t('comments.submit')}
        </Button>
      )}
      {counted && (
        <span ref={count} className={over > 0 ? `field-error ${styles.count}` : `fine ${styles.count}`} id={hint}>
          {over > 0 ? t('comments.tooLong', { count: over }) : `${content.length}/${COMMENT_MAX}`}
        </span>
      )}
    </form>
  );
}
