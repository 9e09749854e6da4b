import { adminLink } from './en/admin-link';
import { register } from './index';

// The one sentence of the administration that its other pages show, to those who have a role.
register({ adminLink });
