export { asksForHelp, runAdmin, type AdminConnection } from './run-admin.js';
export { Output } from './output.js';
