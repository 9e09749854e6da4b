import type { QueryClient } from '@tanstack/react-query';
import type { Author } from '@inkling/contracts';
import { call, routes } from '../../lib/api';
import { t } from '../../lib/i18n';
import { toast } from '../../lib/toast';
import { toastFailure } from '../../lib/toast-failure';
import { hidePerson } from './hidden-person';
import './strings';

type Person = Pick<Author, 'id' | 'name'>;

/** How a menu names a person: by username, which is short and unique. */
export const shortNameOf = ({ username, name }: Pick<Author, 'username' | 'name'>): string =>
  username ? `@${username}` : name;

/** Milliseconds in which the services that filter content have heard of a change. */
const SETTLED_MS = 1_000;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function failed(error: unknown): void {
  toastFailure(t('protection.failed'), error);
}

/** Reads what social knows at once, and everything else when it may have changed too. */
function readAgain(client: QueryClient, { id }: Person): void {
  for (const queryKey of [[routes.blocks], [routes.mutes], ['users', id], ['users', 'me']])
    void client.invalidateQueries({ queryKey });
  setTimeout(() => void client.invalidateQueries(), SETTLED_MS);
}

/** The element that opened a menu may have left with the content; the focus then goes to the page. */
function keepFocus(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body || document.activeElement === null)
      document.getElementById('content')?.focus({ preventScroll: true });
  });
}

/**
 * Blocks: everything of the person leaves the screen when the server has agreed. Failures are shown.
 */
export async function block(client: QueryClient, person: Person): Promise<void> {
  const { id: userId, name } = person;
  try {
    await call(routes.block, { body: { userId } });
  } catch (error) {
    failed(error);
    return;
  }
  hidePerson(client, userId, 'block');
  keepFocus();
  readAgain(client, person);
  toast({ title: t('protection.blocked', { name }), description: t('protection.blockedText') });
}

/** @returns whether the server did it; failures are shown */
export async function unblock(client: QueryClient, { id: userId, name }: Person): Promise<boolean> {
  try {
    await call(routes.unblock, { params: { userId } });
    // Before that, lists would still lack what is asked for next.
    await sleep(SETTLED_MS);
  } catch (error) {
    failed(error);
    return false;
  }
  toast({ title: t('protection.unblocked', { name }) });
  void client.invalidateQueries();
  return true;
}

/** Mutes, with a way back in the message: the content leaves the screen at once. Failures are shown. */
export async function mute(client: QueryClient, person: Person): Promise<void> {
  const { id: userId, name } = person;
  const restore = hidePerson(client, userId, 'mute');
  keepFocus();
  try {
    await call(routes.mute, { body: { userId } });
  } catch (error) {
    restore();
    failed(error);
    return;
  }
  readAgain(client, person);
  toast({
    title: t('protection.muted', { name }),
    description: t('protection.mutedText'),
    action: { label: t('protection.undo'), onPress: () => void unmute(client, person, restore) },
  });
}

/**
 * @param restore shows the person's content again before the server answers
 * @returns whether the server did it; failures are shown
 */
export async function unmute(client: QueryClient, person: Person, restore?: () => void): Promise<boolean> {
  restore?.();
  try {
    await call(routes.unmute, { params: { userId: person.id } });
  } catch (error) {
    failed(error);
    readAgain(client, person);
    return false;
  }
  toast({ title: t('protection.unmuted', { name: person.name }) });
  readAgain(client, person);
  return true;
}
