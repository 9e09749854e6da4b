import { useEffect, useRef, useState } from 'react';
import type { InstanceSettings } from '@inkling/contracts';
import { BallotOption } from '../../../components/ui/ballot-option';
import { Button } from '../../../components/ui/button';
import { t } from '../../../lib/i18n';
import { Panel } from '../components/panel';
import { askerName } from './asking-kinds';
import { LABELS, type Meanwhile, type Name } from './setting-names';
import { MODES } from './sign-up-modes';
import styles from './conflict-panel.module.css';
import './strings';

type Side = 'theirs' | 'mine';

/** A setting in words. */
function inWords(name: Name, settings: InstanceSettings): string {
  if (name === 'rules') return settings.rules.map(({ text }, index) => `${index + 1}. ${text}`).join('\n');
  if (name === 'signUp') {
    const { mode, question } = settings.signUp;
    return [t(MODES[mode][0]), question].filter(Boolean).join('\n');
  }
  if (name === 'whoMayAsk') return askerName(settings.whoMayAsk);
  const value = settings[name];
  const text = Array.isArray(value) ? value.join('\n') : value === null ? '' : `${value}`;
  return text === '' ? t('adminInstance.empty') : text;
}

interface ConflictPanelProps {
  between: Meanwhile;
  theirs: InstanceSettings;
  mine: InstanceSettings;
  /** Called once a side is chosen for every setting that both have changed. */
  onChosen: (theirs: Name[]) => void;
}

/** What somebody else has saved while this form was open, and for what both have changed, a choice. */
export function ConflictPanel({ between, theirs, mine, onChosen }: ConflictPanelProps) {
  const root = useRef<HTMLDivElement>(null);
  const [chosen, choose] = useState<Partial<Record<Name, Side>>>({});
  useEffect(() => {
    root.current?.focus();
    root.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const sides = { theirs, mine };
  const { both } = between;
  const others = between.theirs.filter((name) => !both.includes(name));
  return (
    <div ref={root} className={styles.root} tabIndex={-1} role="group" aria-label={t('adminInstance.meanwhile')}>
      <Panel title={t('adminInstance.meanwhile')} ink="apricot">
        {others.length > 0 && (
          <p className={styles.others}>
            {t('adminInstance.meanwhileShown')} <b>{others.map((name) => t(LABELS[name])).join(', ')}</b>
          </p>
        )}
        {both.map((name) => (
          <fieldset key={name} className={styles.choice}>
            <legend className="label">{t(LABELS[name])}</legend>
            <div className="opts">
              {(['theirs', 'mine'] as const).map((side) => (
                <BallotOption
                  key={side}
                  name={`side-${name}`}
                  on={chosen[name] === side}
                  onChange={() => choose({ ...chosen, [name]: side })}
                >
                  {t(side === 'theirs' ? 'adminInstance.takeTheirs' : 'adminInstance.keepMine')}
                  <small>
                    <bdi>{inWords(name, sides[side])}</bdi>
                  </small>
                </BallotOption>
              ))}
            </div>
          </fieldset>
        ))}
        <p className={styles.go}>
          <Button
            disabled={both.some((name) => chosen[name] === undefined)}
            onClick={() => onChosen(both.filter((name) => chosen[name] === 'theirs'))}
          >
            {t('adminInstance.goOn')}
          </Button>
        </p>
      </Panel>
    </div>
  );
}
