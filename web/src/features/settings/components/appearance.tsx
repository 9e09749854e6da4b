import { useState } from 'react';
import { ShortcutsDialog } from '../../../components/shortcuts/shortcuts-dialog';
import { Button } from '../../../components/ui/button';
import { t } from '../../../lib/i18n';
import { chooseTheme, useThemeChoice, type ThemeChoice } from '../../../lib/theme';
import { Section } from './section';

const CHOICES: { value: ThemeChoice; label: 'settings.themeSystem' | 'settings.themeLight' | 'settings.themeDark' }[] = [
  { value: 'system', label: 'settings.themeSystem' },
  { value: 'light', label: 'settings.themeLight' },
  { value: 'dark', label: 'settings.themeDark' },
];

/** Theme, and the list of shortcuts. */
export function Appearance() {
  const chosen = useThemeChoice();
  const [listing, setListing] = useState(false);
  return (
    <Section title={t('settings.appearance')}>
      <fieldset className="set themes">
        <legend className="vh">{t('settings.theme')}</legend>
        <b aria-hidden="true">{t('settings.theme')}</b>
        <div className="theme-choice">
          {CHOICES.map(({ value, label }) => (
            <label key={value}>
              <input type="radio" name="theme" value={value} checked={chosen === value} onChange={() => chooseTheme(value)} />
              <span>{t(label)}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="set">
        <div>
          <b>{t('shortcuts.title')}</b>
          <p className="fine">{t('settings.shortcutsText')}</p>
        </div>
        <Button size="s" variant="line" onClick={() => setListing(true)}>
          {t('shortcuts.open')}
        </Button>
      </div>
      <ShortcutsDialog open={listing} onOpenChange={setListing} />
    </Section>
  );
}
