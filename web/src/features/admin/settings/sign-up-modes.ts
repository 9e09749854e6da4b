import type { InstanceSettings } from '@inkling/contracts';
import type { MessageKey } from '../../../lib/i18n';

/** Name and meaning of each way to join. */
export const MODES: Record<InstanceSettings['signUp']['mode'], readonly [name: MessageKey, about: MessageKey]> = {
  open: ['adminInstance.open', 'adminInstance.openText'],
  approval: ['adminInstance.approval', 'adminInstance.approvalText'],
  invitation: ['adminInstance.invitation', 'adminInstance.invitationText'],
  closed: ['adminInstance.closed', 'adminInstance.closedText'],
};
