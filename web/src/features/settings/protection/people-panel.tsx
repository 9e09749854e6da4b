import { useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { Author } from '@inkling/contracts';
import { Avatar } from '../../../components/ui/avatar';
import { Button } from '../../../components/ui/button';
import { LoadMore } from '../../../components/ui/load-more';
import { shortNameOf, unblock, unmute } from '../../../components/person-menu/protection';
import { t } from '../../../lib/i18n';
import section from '../components/section.module.css';
import { peopleOf, usePeopleList, type PeopleKind } from './people-list';
import styles from './protection-settings.module.css';

const WORDS = {
  blocked: { empty: 'protection.nobodyBlocked', undo: 'protection.undoBlock', named: 'protection.unblock' },
  muted: { empty: 'protection.nobodyMuted', undo: 'protection.undoMute', named: 'protection.unmute' },
} as const;

function Row({ person, kind, onDone }: { person: Author; kind: PeopleKind; onDone: () => void }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const takeBack = async () => {
    setBusy(true);
    const done = await (kind === 'blocked' ? unblock(client, person) : unmute(client, person));
    setBusy(false);
    if (done) onDone();
  };
  return (
    <li>
      <Avatar user={person} />
      <span className="who">
        <span className="who-name">
          <bdi>{person.name}</bdi>
        </span>
        {person.username && (
          <span className="who-sub">
            <bdi>@{person.username}</bdi>
          </span>
        )}
      </span>
      <Button
        variant="line"
        size="s"
        aria-disabled={busy}
        aria-label={t(WORDS[kind].named, { who: shortNameOf(person) })}
        onClick={() => void (busy || takeBack())}
      >
        {t(busy ? 'protection.working' : WORDS[kind].undo)}
      </Button>
    </li>
  );
}

/** The people whom the viewer has blocked or muted, each with the way back. */
export function PeoplePanel({ kind }: { kind: PeopleKind }) {
  const query = usePeopleList(kind);
  const heading = useRef<HTMLParagraphElement>(null);
  const people = peopleOf(query.data);
  if (query.isPending) return <div className={`pulse ${styles.wait}`} role="status" aria-label={t('ui.loading')} />;
  if (query.isError && people.length === 0)
    return (
      <div className={section.failed} role="alert">
        <p>{t('protection.listFailed')}</p>
        <Button size="s" variant="line" disabled={query.isFetching} onClick={() => void query.refetch()}>
          {t('ui.retry')}
        </Button>
      </div>
    );
  return (
    <>
      <p ref={heading} tabIndex={-1} className={people.length > 0 ? 'fine' : `muted ${styles.empty}`}>
        {t(
          people.length > 0 ? (kind === 'blocked' ? 'protection.blockSees' : 'protection.muteSees') : WORDS[kind].empty,
        )}
      </p>
      <ul className={`rows ${styles.rows}`}>
        {people.map((person) => (
          // The row leaves with its button, so the focus goes to the list's text.
          <Row key={person.id} person={person} kind={kind} onDone={() => heading.current?.focus()} />
        ))}
      </ul>
      <LoadMore query={query} />
    </>
  );
}
