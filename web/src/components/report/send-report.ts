import type { QueryClient } from '@tanstack/react-query';
import type { ObjectKind } from '@inkling/contracts';
import { call, routes } from '../../lib/api';
import { t } from '../../lib/i18n';
import { toast } from '../../lib/toast';
import { toastFailure } from '../../lib/toast-failure';
import './strings';

/** What a report is about: a poll, a comment, a poll's picture by the poll's id, a profile by the person's. */
export interface Reported {
  kind: ObjectKind;
  id: number;
}

const keyOf = ({ kind, id }: Reported) => [routes.report, kind, id] as const;

/** Whether this person has reported it, as far as this page knows. */
export const wasReported = (client: QueryClient, object: Reported): boolean =>
  client.getQueryData(keyOf(object)) === true;

/** @returns whether the report is there, now or from before; failures are shown */
export async function sendReport(
  client: QueryClient,
  { kind, id }: Reported,
  { rule, words }: { rule: number | null; words: string },
): Promise<boolean> {
  try {
    await call(routes.report, { body: { kind, id, rule, ...(words === '' ? {} : { words }) } });
  } catch (error) {
    toastFailure(t('reports.failed'), error);
    return false;
  }
  client.setQueryDefaults([routes.report], { gcTime: Infinity });
  client.setQueryData(keyOf({ kind, id }), true);
  toast({ title: t('reports.sent'), description: t('reports.sentText') });
  return true;
}

/** Shown when the person tries to report it again. */
export const sayReported = (): void =>
  toast({ title: t('reports.alreadyTitle'), description: t('reports.alreadyText') });
