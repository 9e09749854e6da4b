export { Sheet } from './dialog';
