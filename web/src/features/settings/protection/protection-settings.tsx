import { Tabs } from '@base-ui/react/tabs';
import { t } from '../../../lib/i18n';
import '../../../components/person-menu/strings';
import { peopleOf, usePeopleList, type PeopleKind } from './people-list';
import { PeoplePanel } from './people-panel';
import { WordsPanel } from './words-panel';
import styles from './protection-settings.module.css';

/** A tab's name, with the number of people once all of them are known. */
function PeopleTab({ kind }: { kind: PeopleKind }) {
  const { data, hasNextPage } = usePeopleList(kind);
  const count = peopleOf(data).length;
  return (
    <Tabs.Tab value={kind}>
      {t(kind === 'blocked' ? 'protection.blockedTab' : 'protection.mutedTab')}
      {count > 0 && !hasNextPage && <span className="muted"> {count}</span>}
    </Tabs.Tab>
  );
}

/** Blocked people, muted people and muted words. */
export default function ProtectionSettings() {
  return (
    <Tabs.Root defaultValue="blocked" className={styles.root}>
      <Tabs.List className={styles.tabs} aria-label={t('protection.lists')}>
        <PeopleTab kind="blocked" />
        <PeopleTab kind="muted" />
        <Tabs.Tab value="words">{t('protection.wordsTab')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="blocked">
        <PeoplePanel kind="blocked" />
      </Tabs.Panel>
      <Tabs.Panel value="muted">
        <PeoplePanel kind="muted" />
      </Tabs.Panel>
      <Tabs.Panel value="words">
        <WordsPanel />
      </Tabs.Panel>
    </Tabs.Root>
  );
}
