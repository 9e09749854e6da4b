import type { PublicInstance } from '@inkling/contracts';
import { Field } from '../../../components/ui/field';
import { t } from '../../../lib/i18n';
import './strings';

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
  if (mode === 'approval')
    return question === null ? (
      <p className="fine">{t('joining.approvalHint')}</p>
    ) : (
      <Field
        label={question}
        name="answer"
        maxLength={300}
        hint={t('joining.approvalHint')}
        value={ticket.answer ?? ''}
        onChange={({ target }) => onTicket(target.value.trim() === '' ? {} : { answer: target.value })}
      />
    );
  return (
    <Field
      label={t('joining.code')}
      name="invitation"
      autoComplete="off"
      maxLength={40}
      hint={t(mode === 'closed' ? 'joining.closedHint' : 'joining.codeHint')}
      value={ticket.invitation ?? ''}
      onChange={({ target }) => onTicket(target.value.trim() === '' ? {} : { invitation: target.value })}
    />
  );
}
