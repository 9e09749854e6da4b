import { useId, useRef, useState, type FormEvent } from 'react';
import { MUTED_WORDS_MAX, MUTED_WORD_MAX } from '@inkling/contracts/constants';
import { mutedWordKey } from '@inkling/contracts/muted-words';
import { Button } from '../../../components/ui/button';
import { Icon } from '../../../components/ui/icon';
import { announce } from '../../../lib/announcer';
import { t } from '../../../lib/i18n';
import section from '../components/section.module.css';
import { useMutedWords, useSetMutedWords } from './muted-words';
import styles from './protection-settings.module.css';

/** The viewer's muted words: each can be removed, and one added. */
export function WordsPanel() {
  const id = useId();
  const { data, isError, isFetching, refetch } = useMutedWords();
  const save = useSetMutedWords();
  const [draft, setDraft] = useState('');
  const input = useRef<HTMLInputElement>(null);

  if (!data && isError)
    return (
      <div className={section.failed} role="alert">
        <p>{t('protection.wordsFailed')}</p>
        <Button size="s" variant="line" disabled={isFetching} onClick={() => void refetch()}>
          {t('ui.retry')}
        </Button>
      </div>
    );
  if (!data) return <div className={`pulse ${styles.wait}`} role="status" aria-label={t('ui.loading')} />;

  const { words } = data;
  const full = words.length >= MUTED_WORDS_MAX;
  const add = (event: FormEvent) => {
    event.preventDefault();
    const word = draft.trim();
    if (mutedWordKey(word) === '' || full) return;
    setDraft('');
    if (words.some((each) => mutedWordKey(each) === mutedWordKey(word))) return;
    save.mutate([...words, word]);
    announce(t('protection.wordAdded', { word }));
  };
  const remove = (word: string) => {
    save.mutate(words.filter((each) => each !== word));
    announce(t('protection.wordRemoved', { word }));
    // The button goes away with the word.
    input.current?.focus();
  };
  return (
    <>
      <p className="fine" id={`${id}-text`}>
        {t('protection.wordsText')}
      </p>
      {words.length > 0 && (
        <ul className={styles.chips} aria-label={t('protection.words')}>
          {words.map((word) => (
            <li key={word}>
              <button type="button" aria-label={t('protection.removeWord', { word })} onClick={() => remove(word)}>
                <bdi>{word}</bdi>
                <Icon name="close" size="s" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <form className={`input ${styles.add}`} onSubmit={add}>
        <input
          ref={input}
          value={draft}
          disabled={full}
          maxLength={MUTED_WORD_MAX}
          autoCapitalize="none"
          aria-label={t('protection.addWord')}
          aria-describedby={`${id}-text`}
          placeholder={t(full ? 'protection.wordsFull' : 'protection.addWord')}
          onChange={(event) => setDraft(event.target.value)}
        />
        <Button type="submit" variant="well" size="s" disabled={full}>
          {t('protection.add')}
        </Button>
      </form>
    </>
  );
}
