import { adminLink } from './en/admin-link';
import { register } from './index';

// The label of the link to the administration, on pages outside it; only people with a role see it.
register({ adminLink });
