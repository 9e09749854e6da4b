import { register } from '../../lib/i18n';
import { comments } from '../../lib/i18n/en/comments';

register({ comments });
