import { register } from '../../lib/i18n';
import { invitations } from '../../lib/i18n/en/invitations';

register({ invitations });
