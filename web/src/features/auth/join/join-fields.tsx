import { useEffect, useState } from 'react';
import type { PublicInstance } from '@inkling/contracts';
import { ANSWER_MAX } from '@inkling/contracts/constants';
import { Field } from '../../../components/ui/field';
import { ApiFailure, messageOf } from '../../../lib/api';
import { t } from '../../../lib/i18n';
import './strings';
import { useInvitation } from './use-invitation';

export interface Ticket {
  invitation?: string;
  answer?: string;
}

interface JoinFieldsProps {
  signUp: PublicInstance['signUp'];
  ticket: Ticket;
  onTicket: (ticket: Ticket) => void;
}

/** What somebody needs to join an instance that is not open to everyone: a code, or an answer. */
export default function JoinFields({ signUp: { mode, question }, ticket, onTicket }: JoinFieldsProps) {
  const [followed] = useState(ticket.invitation);
  const { data: invited, error } = useInvitation(followed);
  const refused = error instanceof ApiFailure && error.status < 500 ? messageOf(error, '') : undefined;
  const dropped = mode === 'approval' && refused !== undefined && ticket.invitation !== undefined;
  // If the invitation is refused, drop its code, so that the person can still ask to join.
  useEffect(() => {
    if (dropped) onTicket({});
  }, [dropped, onTicket]);
  // The ticket above the form shows the invitation.
  if (invited) return null;
  if (mode === 'approval') {
    if (followed !== undefined && refused === undefined) return null;
    return (
      <>
        {refused && <p className="field-error">{refused}</p>}
        {question === null ? (
          <p className="fine">{t('joining.approvalHint')}</p>
        ) : (
          <Field
            label={question}
            name="answer"
            maxLength={ANSWER_MAX}
            hint={t('joining.approvalHint')}
            value={ticket.answer ?? ''}
            onChange={({ target }) => onTicket(target.value.trim() === '' ? {} : { answer: target.value })}
          />
        )}
      </>
    );
  }
  return (
    <Field
      label={t('joining.code')}
      name="invitation"
      autoComplete="off"
      maxLength={40}
      hint={t(mode === 'closed' ? 'joining.closedHint' : 'joining.codeHint')}
      error={ticket.invitation === followed ? refused : undefined}
      value={ticket.invitation ?? ''}
      onChange={({ target }) => onTicket(target.value.trim() === '' ? {} : { invitation: target.value })}
    />
  );
}
