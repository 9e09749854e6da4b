import { useEffect, useRef, type KeyboardEvent } from 'react';
import { useLocation } from 'react-router';
import { SEARCH_MIN } from '@inkling/contracts/constants';
import { t } from '../../lib/i18n';
import { usePageTitle } from '../../lib/page-title';
import { Discover } from './components/discover';
import { Results } from './components/results';
import { SearchBox } from './components/search-box';
import { useQueryText } from './model/use-query-text';
import './strings';

/** `/search`: recent searches and topics, or the results of a query. Arrow keys move through the rows. */
export default function SearchPage() {
  const { text, query, type, take } = useQueryText();
  const field = useRef<HTMLInputElement>(null);
  const root = useRef<HTMLDivElement>(null);
  const { key, state } = useLocation() as { key: string; state: { focus?: boolean } | null };
  const focus = state?.focus === true;
  usePageTitle(query === '' ? t('search.title') : query);

  useEffect(() => {
    if (focus) field.current?.select();
  }, [focus, key]);

  const pick = (next: string) => {
    take(next);
    field.current?.focus();
  };
  const clear = () => pick('');

  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const rows = [...(root.current?.querySelectorAll<HTMLElement>('[data-hit]') ?? [])];
    const at = rows.indexOf(document.activeElement as HTMLElement);
    if (at < 0 && document.activeElement !== field.current) return;
    const next = at + (event.key === 'ArrowDown' ? 1 : -1);
    event.preventDefault();
    if (next < 0) field.current?.focus();
    else rows[Math.min(next, rows.length - 1)]?.focus();
  };

  return (
    <div className="col" ref={root} onKeyDown={onKey} role="presentation">
      <h1 className="vh">{t('search.title')}</h1>
      <SearchBox field={field} text={text} onType={type} onSubmit={() => take(text)} onClear={clear} />
      {query.length >= SEARCH_MIN ? <Results query={query} onClear={clear} /> : <Discover onPick={pick} />}
    </div>
  );
}
