import { t } from '../../lib/i18n';
import { toast } from '../../lib/toast';
import { copyText, useCopied } from '../../lib/clipboard';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Icon, type IconName } from '../ui/icon';
import './strings';
import styles from './invite-dialog.module.css';

const TILES: { icon: IconName; ink: string; text: 'invite.engage' | 'invite.discover' | 'invite.community' }[] = [
  { icon: 'heart', ink: 'coral', text: 'invite.engage' },
  { icon: 'search', ink: 'sky', text: 'invite.discover' },
  { icon: 'invite', ink: 'mint', text: 'invite.community' },
];

async function share(message: string): Promise<void> {
  if (typeof navigator.share !== 'function') {
    toast({ title: t('invite.sharingNotSupported'), variant: 'destructive' });
    return;
  }
  try {
    await navigator.share({ title: 'Inkling', text: message });
    toast({ title: t('invite.sharedSuccessfully') });
  } catch (error) {
    // Closing the browser's own sheet is not a failure.
    if (!(error instanceof DOMException && error.name === 'AbortError'))
      toast({ title: t('invite.sharingNotSupported'), variant: 'destructive' });
  }
}

/** Invite Friends: the site's link, a message to send, the browser's share sheet. */
export function InviteDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { copied, copy } = useCopied();
  const link = location.origin;
  const message = t('invite.message', { link });

  const copyAndSay = async (text: string, done: 'invite.linkCopied' | 'invite.messageCopied', mark: boolean) => {
    const worked = await (mark ? copy : copyText)(text);
    toast(worked ? { title: t(done) } : { title: t('invite.failedToCopy'), variant: 'destructive' });
  };

  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('invite.title')} description={t('invite.subtext')}>
      <div className={styles.tiles}>
        {TILES.map((tile) => (
          <div key={tile.text} className={styles.tile} data-ink={tile.ink}>
            <Icon name={tile.icon} />
            {t(tile.text)}
          </div>
        ))}
      </div>
      <div className={`input ${styles.copy}`}>
        <Icon name="link" size="m" />
        <input readOnly value={link} aria-label={t('invite.link')} onFocus={(event) => event.target.select()} />
        <Button size="s" onClick={() => void copyAndSay(link, 'invite.linkCopied', true)}>
          <Icon name={copied ? 'check' : 'copy'} size="s" />
          {copied ? t('invite.copied') : t('invite.copy')}
        </Button>
      </div>
      <div className={styles.message}>
        <p>{message}</p>
        <button
          type="button"
          className="icon-btn"
          aria-label={t('invite.copyMessage')}
          onClick={() => void copyAndSay(message, 'invite.messageCopied', false)}
        >
          <Icon name="copy" size="m" />
        </button>
      </div>
      <Button size="l" block onClick={() => void share(message)}>
        <Icon name="share" size="m" />
        {t('invite.shareNow')}
      </Button>
    </Dialog>
  );
}
