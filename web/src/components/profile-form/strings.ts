import { register } from '../../lib/i18n';
import { profileForm } from '../../lib/i18n/en/profile-form';

register({ profileForm });
