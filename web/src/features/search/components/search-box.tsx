import { useId, type RefObject } from 'react';
import { SEARCH_MAX, SEARCH_MIN } from '@inkling/contracts/constants';
import { Icon } from '../../../components/ui/icon';
import { t } from '../../../lib/i18n';
import styles from './search-box.module.css';

interface SearchBoxProps {
  field: RefObject<HTMLInputElement | null>;
  text: string;
  onType: (text: string) => void;
  /** Enter searches without waiting. */
  onSubmit: () => void;
  onClear: () => void;
}

/** The field with its clear button; Escape clears it as well. Text too short to search for gets a hint. */
export function SearchBox({ field, text, onType, onSubmit, onClear }: SearchBoxProps) {
  const hintId = useId();
  const length = text.trim().length;
  const short = length > 0 && length < SEARCH_MIN;
  return (
    <>
      <form
        role="search"
        className={styles.root}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <Icon name="search" />
        <input
          ref={field}
          aria-label={t('search.title')}
          placeholder={t('search.placeholder')}
          aria-describedby={short ? hintId : undefined}
          value={text}
          maxLength={SEARCH_MAX}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          onChange={(event) => onType(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || text === '') return;
            event.preventDefault();
            onClear();
          }}
        />
        {text !== '' && (
          <button type="button" className="icon-btn" aria-label={t('search.clear')} onClick={onClear}>
            <Icon name="close" size="m" />
          </button>
        )}
      </form>
      {short && (
        <p id={hintId} className={styles.hint} role="status">
          {t('search.short')}
        </p>
      )}
    </>
  );
}
