import { Fragment } from 'react';
import { t, type MessageKey } from '../../lib/i18n';
import { Dialog } from '../ui/dialog';
import styles from './shortcuts-dialog.module.css';
import './strings';

interface Shortcut {
  keys: string[];
  /** Between the keys of a sequence or of a range. */
  joined?: MessageKey;
  does: MessageKey;
}

const GROUPS: { title: MessageKey; shortcuts: Shortcut[] }[] = [
  {
    title: 'shortcuts.anywhere',
    shortcuts: [
      { keys: ['c'], does: 'shortcuts.create' },
      { keys: ['/'], does: 'shortcuts.search' },
      { keys: ['g', 'h'], joined: 'shortcuts.andThen', does: 'shortcuts.home' },
      { keys: ['g', 'n'], joined: 'shortcuts.andThen', does: 'shortcuts.notifications' },
      { keys: ['g', 'p'], joined: 'shortcuts.andThen', does: 'shortcuts.profile' },
      { keys: ['g', 's'], joined: 'shortcuts.andThen', does: 'shortcuts.settings' },
      { keys: ['?'], does: 'shortcuts.help' },
    ],
  },
  {
    title: 'shortcuts.onCard',
    shortcuts: [
      { keys: ['j'], does: 'shortcuts.next' },
      { keys: ['k'], does: 'shortcuts.previous' },
      { keys: ['1', '6'], joined: 'shortcuts.upTo', does: 'shortcuts.vote' },
      { keys: ['l'], does: 'shortcuts.like' },
      { keys: ['s'], does: 'shortcuts.save' },
    ],
  },
];

/** Every keyboard shortcut; `?` opens it. */
export function ShortcutsDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('shortcuts.title')} description={t('shortcuts.text')}>
      {GROUPS.map(({ title, shortcuts }) => (
        <section key={title} className={styles.group}>
          <h3>{t(title)}</h3>
          <dl>
            {shortcuts.map(({ keys, joined, does }) => (
              <div key={does}>
                <dt>
                  {keys.map((key, index) => (
                    <Fragment key={key}>
                      {index > 0 && joined && <span> {t(joined)} </span>}
                      <kbd>{key}</kbd>
                    </Fragment>
                  ))}
                </dt>
                <dd>{t(does)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
