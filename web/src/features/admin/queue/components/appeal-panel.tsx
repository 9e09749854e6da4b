import { useId, useState } from 'react';
import type { Act, DecideAppealBody } from '@inkling/contracts';
import { ACT_REASON_MAX } from '@inkling/contracts/constants';
import { Button } from '../../../../components/ui/button';
import { t } from '../../../../lib/i18n';
import { Panel } from '../../components/panel';
import { actName } from '../model/act-words';
import { moment } from '../model/moment';
import { Words } from './words';
import styles from './appeal-panel.module.css';

type Appeal = NonNullable<Act['appeal']>;

interface AppealPanelProps {
  act: Act;
  appeal: Appeal;
  /** The reader made the act, so somebody else should answer. */
  own: boolean;
  busy: boolean;
  onDecide: (body: DecideAppealBody) => void;
}

/** An appeal against an act, and the answer to it, which is final. */
export function AppealPanel({ act, appeal, own, busy, onDecide }: AppealPanelProps) {
  const id = useId();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const decide = (uphold: boolean) => {
    if (reason.trim() === '') {
      setMissing(true);
      document.getElementById(id)?.focus();
      return;
    }
    onDecide({ uphold, reason: reason.trim() });
  };
  return (
    <Panel title={t('adminCase.appeal')} ink="sky">
      <p className={styles.act}>
        <b>{actName(act.act)}</b>, {moment(act.at)}: {act.reason}
      </p>
      <Words about={moment(appeal.at)}>{appeal.words}</Words>
      {appeal.decision ? (
        <p className={styles.act}>
          <b>{t(appeal.decision.upheld ? 'adminCase.upheld' : 'adminCase.actUndone')}</b>, {moment(appeal.decision.at)}:{' '}
          {appeal.decision.reason}
        </p>
      ) : (
        <>
          {own && <p className={styles.act}>{t('adminCase.ownAct')}</p>}
          <label className={`label ${styles.label}`} htmlFor={id}>
            {t('adminCase.answer')}
          </label>
          <textarea
            className="input"
            id={id}
            rows={3}
            maxLength={ACT_REASON_MAX}
            value={reason}
            aria-invalid={missing || undefined}
            aria-describedby={missing ? `${id}-missing` : undefined}
            onChange={(event) => {
              setReason(event.target.value);
              setMissing(false);
            }}
          />
          {missing && (
            <p className="field-error" id={`${id}-missing`}>
              {t('adminCase.reasonMissing')}
            </p>
          )}
          <div className={styles.buttons}>
            <Button disabled={busy} onClick={() => decide(false)}>
              {t('adminCase.giveWay')}
            </Button>
            <Button variant="line" disabled={busy} onClick={() => decide(true)}>
              {t('adminCase.uphold')}
            </Button>
          </div>
        </>
      )}
    </Panel>
  );
}
