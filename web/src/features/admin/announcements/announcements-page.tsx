import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ANNOUNCEMENT_LEVELS, ANNOUNCEMENT_TEXT_MAX, ANNOUNCEMENT_TITLE_MAX } from '@inkling/contracts/constants';
import type { Announcement, BodyOf } from '@inkling/contracts';
import { Button } from '../../../components/ui/button';
import { Field } from '../../../components/ui/field';
import { LoadFailed } from '../../../components/ui/load-failed';
import { call, routes } from '../../../lib/api';
import { t } from '../../../lib/i18n';
import { serverNow } from '../../../lib/server-clock';
import { SERVER_CONFIG } from '../../../lib/server-config';
import { hasEnded } from '../../../lib/time';
import { toastFailure } from '../../../lib/toast-failure';
import { AdminHead, AdminPage } from '../components/admin-head';
import { Panel, PanelList } from '../components/panel';
import { Segments } from '../components/segments';
import { moment } from '../queue/model/moment';
import styles from './announcements-page.module.css';
import '../settings/strings';
import '../strings';

const ANNOUNCEMENTS = [routes.adminAnnouncements] as const;
const EMPTY = { title: '', text: '', level: 'notice' as Announcement['level'], from: '', until: '' };

/** Reads the list and the bar again after a change. */
function useChange<Input>(send: (input: Input) => Promise<unknown>, onDone?: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: () => {
      for (const queryKey of [ANNOUNCEMENTS, SERVER_CONFIG]) void client.invalidateQueries({ queryKey });
      onDone?.();
    },
    onError: (error) => toastFailure(t('adminInstance.notSaved'), error),
  });
}

const instantOf = (local: string) => (local === '' ? null : new Date(local).toISOString());

function NewAnnouncement() {
  const [draft, setDraft] = useState(EMPTY);
  const announce = useChange(
    (body: BodyOf<'announce'>) => call(routes.announce, { body }),
    () => setDraft(EMPTY),
  );
  const set = (change: Partial<typeof EMPTY>) => setDraft({ ...draft, ...change });
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        announce.mutate({
          title: draft.title,
          text: draft.text.trim() === '' ? null : draft.text,
          level: draft.level,
          from: instantOf(draft.from),
          until: instantOf(draft.until),
        });
      }}
    >
      <Field
        label={t('adminInstance.announcementTitle')}
        maxLength={ANNOUNCEMENT_TITLE_MAX}
        value={draft.title}
        onChange={({ target }) => set({ title: target.value })}
      />
      <label className="field">
        <span>{t('adminInstance.words')}</span>
        <textarea
          className="input"
          rows={3}
          dir="auto"
          maxLength={ANNOUNCEMENT_TEXT_MAX}
          value={draft.text}
          onChange={({ target }) => set({ text: target.value })}
        />
      </label>
      <Segments
        label={t('adminInstance.level')}
        options={ANNOUNCEMENT_LEVELS.map((value) => ({
          value,
          text: t(value === 'notice' ? 'adminInstance.notice' : 'adminInstance.warning'),
        }))}
        value={draft.level}
        onChange={(level) => set({ level })}
      />
      <div className={styles.times}>
        <Field
          label={t('adminInstance.from')}
          hint={t('adminInstance.fromHint')}
          type="datetime-local"
          value={draft.from}
          onChange={({ target }) => set({ from: target.value })}
        />
        <Field
          label={t('adminInstance.until')}
          hint={t('adminInstance.untilHint')}
          type="datetime-local"
          value={draft.until}
          onChange={({ target }) => set({ until: target.value })}
        />
      </div>
      <Button type="submit" disabled={draft.title.trim() === '' || announce.isPending} aria-busy={announce.isPending}>
        {t('adminInstance.announce')}
      </Button>
    </form>
  );
}

function stateOf({ from, until }: Announcement): string {
  if (until !== null && hasEnded(until)) return t('adminInstance.ended', { when: moment(until) });
  if (Date.parse(from) > serverNow()) return t('adminInstance.begins', { when: moment(from) });
  return until === null ? t('adminInstance.shows') : t('adminInstance.showsUntil', { when: moment(until) });
}

function Row({ announcement }: { announcement: Announcement }) {
  const { id, title, text, until } = announcement;
  const end = useChange((announcementId: number) => call(routes.endAnnouncement, { params: { announcementId } }));
  return (
    <li>
      <span className="who">
        <span className="who-name" dir="auto">
          {title}
        </span>
        <span className="who-sub">
          {stateOf(announcement)}
          {text && ` · ${text}`}
        </span>
      </span>
      {!hasEnded(until) && (
        <Button
          variant="line"
          size="s"
          disabled={end.isPending}
          aria-label={t('adminInstance.endOf', { title })}
          onClick={() => end.mutate(id)}
        >
          {t('adminInstance.end')}
        </Button>
      )}
    </li>
  );
}

/** `/admin/announcements`: what everyone sees at the top of the application. */
export default function AnnouncementsPage() {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ANNOUNCEMENTS,
    queryFn: ({ signal }) => call(routes.adminAnnouncements, { signal }),
  });
  return (
    <AdminPage>
      <AdminHead title={t('admin.announcements')} />
      <div className={styles.grid}>
        <Panel title={t('adminInstance.newAnnouncement')}>
          <NewAnnouncement />
        </Panel>
        <Panel title={t('adminInstance.announced')}>
          {data ? (
            data.announcements.length > 0 ? (
              <PanelList>
                {data.announcements.map((announcement) => (
                  <Row key={announcement.id} announcement={announcement} />
                ))}
              </PanelList>
            ) : (
              <p className="muted">{t('adminInstance.noAnnouncements')}</p>
            )
          ) : isError ? (
            <LoadFailed title={t('adminInstance.loadFailed')} busy={isFetching} onRetry={() => void refetch()} />
          ) : null}
        </Panel>
      </div>
    </AdminPage>
  );
}
