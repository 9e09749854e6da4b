import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { call, messageOf, routes } from '../../lib/api';
import { register, t } from '../../lib/i18n';
import { joining } from '../../lib/i18n/en/joining';
import { usePageTitle } from '../../lib/page-title';
import { useServerConfig } from '../../lib/server-config';
import { ME, useSession } from '../../lib/session';
import { shortDay } from '../../lib/time';
import { toast } from '../../lib/toast';
import { AuthFrame } from '../auth-frame/auth-frame';
import { Button } from '../ui/button';
import { WaitingVote } from '../waiting-vote/waiting-vote';

register({ joining });

/** How often the page asks whether a moderator has decided. */
const LOOK_MS = 30_000;

/** The only page for a person who waits for a moderator (docs/product.md#who-may-join). */
export default function WaitingRequest() {
  const { user } = useSession();
  const client = useQueryClient();
  const mail = useServerConfig()?.features.mail;
  usePageTitle(t('joining.waitingTitle'));
  useEffect(() => {
    const timer = setInterval(() => void client.invalidateQueries({ queryKey: ME }), LOOK_MS);
    return () => clearInterval(timer);
  }, [client]);
  const takeBack = async () => {
    try {
      await call(routes.takeRequestBack);
      toast({ title: t('joining.takenBack') });
      await client.invalidateQueries({ queryKey: ME });
    } catch (error) {
      toast({ title: t('joining.notTakenBack'), description: messageOf(error, ''), variant: 'destructive' });
    }
  };
  if (!user?.waitingSince) return null;
  const day = shortDay(new Date(user.waitingSince));
  return (
    <AuthFrame before={<WaitingVote userId={user.id} />}>
      <h1 className="title">{t('joining.waitingTitle')}</h1>
      <p className="muted slip-text">
        {mail ? t('joining.waitingText', { day, email: user.email }) : t('joining.waitingUnmailed', { day })}
      </p>
      <Button variant="line" size="l" block onClick={() => void takeBack()}>
        {t('joining.takeBack')}
      </Button>
    </AuthFrame>
  );
}
