import { adminRpc } from '@inkling/contracts';
import type { AdminCommand } from './command.js';
import { UsageError } from './options.js';

const whole = (text: string): boolean => /^[1-9]\d{0,3}$/.test(text);

export const invite: AdminCommand = {
  name: 'invite',
  help: 'Make an invitation, which counts while sign-up is closed, too',
  argument: '<people> <days>',
  argumentHelp: 'how many people it lets in, and for how many days',
  async run({ rpc, output }, [people = '', days = '']) {
    if (!whole(people) || !whole(days))
      throw new UsageError('How many people, and for how many days: two whole numbers.');
    const { code, uses, until } = await rpc.call(adminRpc.invite, { uses: Number(people), days: Number(days) });
    output.line(code);
    output.line(`Lets in ${uses === 1 ? 'one person' : `${uses} people`}, until ${until ?? 'it is withdrawn'}.`);
    output.line('Opened as /login?invitation=CODE.');
  },
};
