import { useId, useState } from 'react';
import { ShortcutsDialog } from '../../../components/shortcuts/shortcuts-dialog';
import { Button } from '../../../components/ui/button';
import { Switch } from '../../../components/ui/switch';
import { useHasKeyboard } from '../../../lib/has-keyboard';
import { t } from '../../../lib/i18n';
import { switchSingleKeys, useSingleKeys } from '../../../lib/shortcut-keys';

/** The list of shortcuts, and the switch for single-key ones; nothing on a phone without a keyboard. */
export function ShortcutSettings() {
  const id = useId();
  const on = useSingleKeys();
  const [listing, setListing] = useState(false);
  if (!useHasKeyboard()) return null;
  return (
    <>
      <div className="set">
        <div>
          <b>{t('shortcuts.title')}</b>
          <p className="fine">{t('settings.shortcutsText')}</p>
        </div>
        <Button size="s" variant="line" onClick={() => setListing(true)}>
          {t('shortcuts.open')}
        </Button>
      </div>
      <div className="set">
        <div>
          <b id={`${id}-name`}>{t('settings.singleKeys')}</b>
          <p className="fine" id={`${id}-text`}>
            {t('settings.singleKeysText')}
          </p>
        </div>
        <Switch checked={on} labelledBy={`${id}-name`} describedBy={`${id}-text`} onChange={switchSingleKeys} />
      </div>
      <ShortcutsDialog open={listing} onOpenChange={setListing} />
    </>
  );
}
