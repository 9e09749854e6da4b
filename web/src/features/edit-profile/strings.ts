import { register } from '../../lib/i18n';
import { editProfile } from '../../lib/i18n/en/edit-profile';

register({ editProfile });
