import { register } from '../../lib/i18n';
import { profileSetup } from '../../lib/i18n/en/profile-setup';

register({ profileSetup });
