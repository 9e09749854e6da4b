import { useId, useState, type FormEvent } from 'react';
import { REQUEST_REASON_MAX } from '@inkling/contracts/constants';
import { Button } from '../../../components/ui/button';
import { Dialog } from '../../../components/ui/dialog';
import { t } from '../../../lib/i18n';
import { useServerConfig } from '../../../lib/server-config';
import styles from './requests-page.module.css';

interface RefuseDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Called with the reason, which may be empty. */
  onRefuse: (reason: string) => void;
}

/** Asks for the reason before somebody is refused. */
export function RefuseDialog({ open, onOpenChange, onRefuse }: RefuseDialogProps) {
  const id = useId();
  const [reason, setReason] = useState('');
  const mail = useServerConfig()?.features.mail;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onRefuse(reason.trim());
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('adminRequests.refuseTitle')}
      description={t(mail === false ? 'adminRequests.refuseUnmailed' : 'adminRequests.refuseText')}
    >
      <form className={styles.form} onSubmit={submit}>
        <div className="field">
          <label className="label" htmlFor={id}>
            {t('adminRequests.reason')}
          </label>
          <textarea
            id={id}
            className="input"
            rows={3}
            dir="auto"
            maxLength={REQUEST_REASON_MAX}
            aria-describedby={`${id}-hint`}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
          <span className="fine" id={`${id}-hint`}>
            {t('adminRequests.reasonHint')}
          </span>
        </div>
        <Button type="submit" variant="stamp" size="l" block>
          {t('adminRequests.refuse')}
        </Button>
        <Button variant="well" size="l" block onClick={() => onOpenChange(false)}>
          {t('adminRequests.cancel')}
        </Button>
      </form>
    </Dialog>
  );
}
