import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { PAGE_LANGUAGES, PAGE_SUMMARY_MAX, PAGE_TEXT_MAX } from '@inkling/contracts/constants';
import type { AdminPages, BodyOf, PageHistory, PageKind, PageLanguage } from '@inkling/contracts';
import { Markdown } from '../../../components/markdown/markdown';
import { Button } from '../../../components/ui/button';
import { Field } from '../../../components/ui/field';
import { LoadFailed } from '../../../components/ui/load-failed';
import { call, routes } from '../../../lib/api';
import { t, type MessageKey } from '../../../lib/i18n';
import { SERVER_CONFIG } from '../../../lib/server-config';
import { shortDay } from '../../../lib/time';
import { toast } from '../../../lib/toast';
import { toastFailure } from '../../../lib/toast-failure';
import { AdminHead, AdminPage } from '../components/admin-head';
import { Panel, PanelList } from '../components/panel';
import { Segments } from '../components/segments';
import styles from './pages-page.module.css';
import '../settings/strings';
import '../strings';

const PAGES = [routes.adminPages] as const;
const KINDS: Record<PageKind, MessageKey> = {
  rules: 'adminInstance.rules',
  terms: 'adminInstance.terms',
  privacy: 'adminInstance.privacy',
  cookies: 'adminInstance.cookies',
  imprint: 'adminInstance.imprint',
};
const LANGUAGES: Record<PageLanguage, string> = { en: 'English', de: 'Deutsch' };

function usePublish(kind: PageKind, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<'publishPage'>) => call(routes.publishPage, { params: { kind }, body }),
    onSuccess: () => {
      for (const queryKey of [PAGES, SERVER_CONFIG, [routes.pageHistory, kind], [routes.instancePage, kind]])
        void client.invalidateQueries({ queryKey });
      toast({ title: t('adminInstance.published') });
      onDone();
    },
    onError: (error) => toastFailure(t('adminInstance.notSaved'), error),
  });
}

function Editor({ history, onClose }: { history: PageHistory; onClose: () => void }) {
  const { kind, shown, versions } = history;
  const [language, setLanguage] = useState<PageLanguage>('en');
  const [texts, setTexts] = useState({ en: shown?.texts.en ?? '', de: shown?.texts.de ?? '' });
  const [summary, setSummary] = useState('');
  const publish = usePublish(kind, onClose);
  const orNull = (text: string) => (text.trim() === '' ? null : text);
  const unchanged = PAGE_LANGUAGES.every((one) => orNull(texts[one]) === (shown?.texts[one] ?? null));
  return (
    <form
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault();
        publish.mutate({
          version: shown?.version ?? 0,
          texts: { en: orNull(texts.en), de: orNull(texts.de) },
          summary: orNull(summary),
        });
      }}
    >
      <Segments
        label={t('adminInstance.language')}
        options={PAGE_LANGUAGES.map((value) => ({ value, text: LANGUAGES[value] }))}
        value={language}
        onChange={setLanguage}
      />
      <div className={styles.sides}>
        <label className="field">
          <span>{t('adminInstance.markdown')}</span>
          <textarea
            className="input"
            rows={18}
            lang={language}
            dir="auto"
            maxLength={PAGE_TEXT_MAX}
            value={texts[language]}
            onChange={({ target }) => setTexts({ ...texts, [language]: target.value })}
          />
        </label>
        {texts[language].trim() !== '' && (
          <section className={styles.preview} aria-label={t('adminInstance.preview')} lang={language}>
            <Markdown text={texts[language]} />
          </section>
        )}
      </div>
      <Field
        label={t('adminInstance.summary')}
        hint={kind === 'terms' ? t('adminInstance.summaryHint') : undefined}
        maxLength={PAGE_SUMMARY_MAX}
        value={summary}
        onChange={({ target }) => setSummary(target.value)}
        onKeyDown={(event) => {
          // A published version never changes, so only the button publishes it.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      {kind === 'terms' && <p className={styles.asks}>{t('adminInstance.asksAgain')}</p>}
      <div className={styles.actions}>
        <Button variant="well" onClick={onClose}>
          {t('adminInstance.cancel')}
        </Button>
        <Button type="submit" disabled={unchanged || publish.isPending} aria-busy={publish.isPending}>
          {t('adminInstance.publish', { version: String((shown?.version ?? 0) + 1) })}
        </Button>
      </div>
      {versions.length > 0 && (
        <details>
          <summary>{t('adminInstance.history')}</summary>
          <ol className={styles.versions}>
            {versions.map(({ version, publishedAt, summary: changed, languages }) => (
              <li key={version}>
                {t('adminInstance.version', { version: String(version), day: shortDay(publishedAt) })}{' '}
                <span className="muted">
                  {languages.length === 0
                    ? t('adminInstance.takenBack')
                    : languages.map((one) => LANGUAGES[one]).join(', ')}
                  {changed && ` · ${changed}`}
                </span>
              </li>
            ))}
          </ol>
        </details>
      )}
    </form>
  );
}

function Opened({ kind, onClose }: { kind: PageKind; onClose: () => void }) {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: [routes.pageHistory, kind],
    queryFn: ({ signal }) => call(routes.pageHistory, { params: { kind }, signal }),
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  return (
    <Panel title={t(KINDS[kind])}>
      {data ? (
        <Editor history={data} onClose={onClose} />
      ) : isError ? (
        <LoadFailed title={t('adminInstance.loadFailed')} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <div className={`pulse ${styles.wait}`} />
      )}
    </Panel>
  );
}

/** What a row says of its page: version, day and, for the terms, how many have accepted them. */
function stateOf(
  { kind, version, languages, publishedAt }: AdminPages['pages'][number],
  accepted: AdminPages['accepted'],
) {
  if (languages.length === 0 || publishedAt === null)
    return t(kind === 'imprint' ? 'adminInstance.imprintMissing' : 'adminInstance.notWritten');
  const words = t('adminInstance.version', { version: String(version), day: shortDay(publishedAt) });
  if (kind === 'privacy') return `${words} · ${t('adminInstance.retention')}`;
  return kind === 'terms' && accepted
    ? `${words} · ${t('adminInstance.acceptedBy', { people: accepted.people, of: accepted.of })}`
    : words;
}

/** `/admin/pages`: the pages that the operator writes. */
export default function PagesPage() {
  const [opened, setOpened] = useState<PageKind | null>(null);
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: PAGES,
    queryFn: ({ signal }) => call(routes.adminPages, { signal }),
  });
  return (
    <AdminPage>
      <AdminHead title={t('admin.pages')} />
      {opened ? (
        <Opened kind={opened} onClose={() => setOpened(null)} />
      ) : data ? (
        <Panel title={t('adminInstance.legalPages')}>
          <PanelList>
            {data.pages.map((page) => (
              <li key={page.kind}>
                <span className="who">
                  <span className="who-name">{t(KINDS[page.kind])}</span>
                  <span className="who-sub">{stateOf(page, data.accepted)}</span>
                </span>
                <Button
                  variant="line"
                  size="s"
                  aria-label={t('adminInstance.editPage', { page: t(KINDS[page.kind]) })}
                  onClick={() => setOpened(page.kind)}
                >
                  {t(page.languages.length > 0 ? 'adminInstance.edit' : 'adminInstance.write')}
                </Button>
              </li>
            ))}
          </PanelList>
        </Panel>
      ) : isError ? (
        <LoadFailed title={t('adminInstance.loadFailed')} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <div className={`pulse ${styles.wait}`} />
      )}
    </AdminPage>
  );
}
