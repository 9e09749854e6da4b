import { SmtpServer, eventually } from '@inkling/testing';

/** The token of the latest mailed link to `path` for an address, once it is there. */
export const mailedToken = (smtp: SmtpServer, to: string, path: string): Promise<string> =>
  eventually(() => {
    const text = smtp.delivered.findLast(
      ({ to: recipients, mail }) => recipients.includes(to) && mail.text?.includes(path),
    )?.mail.text;
    const token = new RegExp(`${path}\\?token=([\\w-]+)`).exec(text ?? '')?.[1];
    if (!token) throw new Error(`No mail to ${to} with a link to ${path}`);
    return token;
  });
