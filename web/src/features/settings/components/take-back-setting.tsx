import { useId } from 'react';
import { Switch } from '../../../components/ui/switch';
import { t } from '../../../lib/i18n';
import { switchTakeBack, useTakeBack } from '../../../lib/take-back';

/** Whether votes wait for a moment in which they can be taken back. */
export function TakeBackSetting() {
  const id = useId();
  const on = useTakeBack();
  return (
    <div className="set">
      <div>
        <b id={`${id}-name`}>{t('settings.takeBack')}</b>
        <p className="fine" id={`${id}-text`}>
          {t('settings.takeBackText')}
        </p>
      </div>
      <Switch checked={on} labelledBy={`${id}-name`} describedBy={`${id}-text`} onChange={switchTakeBack} />
    </div>
  );
}
