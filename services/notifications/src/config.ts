import { z } from 'zod';

/** Environment particular to notifications: none so far. */
export const NotificationsConfig = z.object({});
