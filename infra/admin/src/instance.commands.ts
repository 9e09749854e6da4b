import { readFile } from 'node:fs/promises';
import { AnnouncementBody, PageKind, PublishPageBody, SaveSettingsBody, adminRpc } from '@inkling/contracts';
import type { z } from 'zod';
import type { AdminCommand } from './command.js';
import { UsageError } from './options.js';

/** A value as JSON, or as the text that it is. */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** @throws UsageError that says what is wrong with the value */
function checked<S extends z.ZodType>(schema: S, value: unknown, otherwise: string): z.infer<S> {
  const { data, error } = schema.safeParse(value);
  if (error) throw new UsageError(error.issues[0]?.message ?? otherwise);
  return data;
}

export const settings: AdminCommand = {
  name: 'settings',
  help: 'Show the settings of the instance, or change one: settings set name "Harbour Polls"',
  argument: '[words...]',
  argumentHelp: 'get, or set with a name and a value; lists and objects as JSON',
  async run({ rpc, output }, [verb = 'get', name, value]) {
    const current = await rpc.call(adminRpc.settings, {});
    if (verb === 'get') {
      const { settings: all } = current;
      if (name !== undefined && !(name in all)) throw new UsageError(`There is no setting ${name}.`);
      for (const [key, each] of Object.entries(all))
        if (name === undefined || key === name) output.line(`${key} = ${JSON.stringify(each)}`);
      return;
    }
    if (verb !== 'set' || name === undefined || value === undefined)
      throw new UsageError('settings get, or settings set <name> <value>');
    const changes = { [name]: valueOf(value) };
    const body = checked(SaveSettingsBody, { version: current.version, changes }, 'The value is not valid.');
    const saved = await rpc.call(adminRpc.saveSettings, body);
    output.line(`Version ${saved.version} of the settings is saved.`);
  },
};

export const pages: AdminCommand = {
  name: 'pages',
  help: 'List the pages that the operator writes, or publish one from Markdown files: pages terms en=terms.md',
  argument: '[words...]',
  argumentHelp: 'a kind and a file for each language, en=<file> and de=<file>; other languages keep their text',
  async run({ rpc, output }, [kindText, ...files]) {
    if (kindText === undefined) {
      const { pages: all } = await rpc.call(adminRpc.pages, {});
      output.table(
        ['PAGE', 'VERSION', 'LANGUAGES', 'PUBLISHED'],
        all.map(({ kind, version, languages, publishedAt }) => [
          kind,
          version,
          languages.join(', '),
          publishedAt ?? '',
        ]),
        'There are no pages.',
      );
      return;
    }
    const kind = PageKind.safeParse(kindText);
    if (!kind.success) throw new UsageError(`There is no page ${kindText}.`);
    const { shown } = await rpc.call(adminRpc.page, { kind: kind.data });
    if (files.length === 0) {
      if (shown) for (const text of [shown.texts.en, shown.texts.de]) if (text !== null) output.line(text);
      return;
    }
    const texts: Record<string, string | null> = { ...shown?.texts };
    for (const file of files) {
      const [, language, path] = /^(en|de)=(.+)$/.exec(file) ?? [];
      if (!language || !path) throw new UsageError('Files are given as en=<file> or de=<file>.');
      texts[language] = await readFile(path, 'utf8');
    }
    const body = checked(PublishPageBody, { version: shown?.version ?? 0, texts }, 'The page is not valid.');
    const published = await rpc.call(adminRpc.publishPage, { ...body, kind: kind.data });
    output.line(`Version ${published.version} of ${kind.data} is published.`);
  },
};

export const announce: AdminCommand = {
  name: 'announce',
  help: 'Announce something to everyone at the top of the application, until somebody ends it',
  argument: '<title> [text]',
  argumentHelp: 'what everyone reads',
  async run({ rpc, output }, [title, text]) {
    const given = { title, ...(text !== undefined && { text }) };
    const { id } = await rpc.call(adminRpc.announce, checked(AnnouncementBody, given, 'The words are not valid.'));
    output.line(`Announcement ${id} shows.`);
  },
};
