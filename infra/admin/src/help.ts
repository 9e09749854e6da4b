import type { AdminCommand } from './command.js';

const WIDTH = 80;
const HELP_OPTION = ['-h, --help', 'display help for command'] as const;

type Entry = readonly [term: string, description: string];

/** What there is: every command with one sentence. */
export function overview(commands: readonly AdminCommand[]): string {
  const entries: Entry[] = commands.map((command) => [syntax(command), command.help]);
  const help: Entry = ['help [command]', 'display help for command'];
  const width = widest([HELP_OPTION, ...entries, help]);
  return [
    'Usage: admin [options] [command]',
    section('Options', [HELP_OPTION], width),
    section('Commands', [...entries, help], width),
  ].join('\n\n');
}

/** One command with its argument and options. */
export function commandHelp(command: AdminCommand): string {
  const options = Object.entries(command.options ?? {}).map(([name, { value, help }]): Entry => [
    value ? `--${name} ${value}` : `--${name}`,
    help,
  ]);
  const argument: Entry[] = command.argument
    ? [[command.argument.replace(/[<>[\].]/g, ''), command.argumentHelp ?? '']]
    : [];
  const width = widest([...argument, ...options, HELP_OPTION]);
  return [
    `Usage: admin ${[command.name, '[options]', command.argument ?? []].flat().join(' ')}`,
    wrap(command.help, WIDTH).join('\n'),
    ...(argument.length > 0 ? [section('Arguments', argument, width)] : []),
    section('Options', [...options, HELP_OPTION], width),
  ].join('\n\n');
}

const syntax = ({ name, options, argument }: AdminCommand): string =>
  [name, options ? '[options]' : [], argument ?? []].flat().join(' ');

const widest = (entries: readonly Entry[]): number => Math.max(...entries.map(([term]) => term.length));

function section(title: string, entries: readonly Entry[], width: number): string {
  const indent = ' '.repeat(width + 4);
  const lines = entries.map(([term, description]) => {
    const text = wrap(description, WIDTH - indent.length).join(`\n${indent}`);
    return `  ${term.padEnd(width)}  ${text}`;
  });
  return [`${title}:`, ...lines].join('\n');
}

/** Breaks between words, so that no line is as long as the terminal is wide. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line && line.length + 1 + word.length >= width) {
      lines.push(line);
      line = word;
    } else line = line ? `${line} ${word}` : word;
  }
  return [...lines, line];
}
