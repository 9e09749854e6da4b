export interface MailPage {
  readonly title: string;
  /** Plain text; line breaks are kept. */
  readonly paragraphs: readonly string[];
  readonly action?: { readonly label: string; readonly link: string };
  readonly after: readonly string[];
}

/** Colours of the light theme (`web/src/styles`); mail programs support neither variables nor style sheets. */
const PAPER = '#F0F1EA';
const SURFACE = '#FFFFFF';
const LINE = '#D5D8CB';
const INK = '#14171C';
const INK_3 = '#5F656C';
const CITRON = '#DDF03C';
const FONT = "Onest,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for HTML content and quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);

const paragraph = (text: string, style: string): string =>
  `<p style="margin:0 0 16px;${style}">${escapeHtml(text).replace(/\n/g, '<br>')}</p>`;

const SMALL = `font-size:13.5px;line-height:20px;color:${INK_3}`;
const BUTTON = [
  'display:inline-block;padding:13px 22px;border-radius:14px',
  `background:${CITRON};color:${INK};font-weight:600;text-decoration:none`,
].join(';');
const CARD = `max-width:520px;background:${SURFACE};border:1px solid ${LINE};border-radius:20px`;
const TEXT = `padding:28px;font-family:${FONT};font-size:15px;line-height:22px;color:${INK}`;
const HEADING = 'margin:0 0 16px;font-size:22px;line-height:28px;font-weight:700;letter-spacing:-0.012em';

/** A table that only lays out its one cell, as mail programs need it. */
const cell = (tableStyle: string, cellAttributes: string, content: string): string =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="${tableStyle}">` +
  `<tr><td ${cellAttributes}>${content}</td></tr></table>`;

function button(label: string, address: string): string {
  const link = escapeHtml(address);
  return [
    `<p style="margin:8px 0 24px"><a href="${link}" style="${BUTTON}">${escapeHtml(label)}</a></p>`,
    `<p style="margin:0 0 16px;${SMALL}">Or open this address:<br>` +
      `<a href="${link}" style="color:${INK_3};word-break:break-all">${link}</a></p>`,
  ].join('\n');
}

/** A page in the product's look that loads no picture, font or script. */
export function mailHtml({ title, paragraphs, action, after }: MailPage): string {
  const content = [
    '',
    `<p style="margin:0 0 20px;font-weight:700"><span style="background:${CITRON};padding:2px 6px">Inkling</span></p>`,
    `<h1 style="${HEADING}">${escapeHtml(title)}</h1>`,
    ...paragraphs.map((text) => paragraph(text, 'word-break:break-word')),
    action === undefined ? '' : button(action.label, action.link),
    ...after.map((text) => paragraph(text, SMALL)),
    '',
  ].join('\n');
  const card = cell(CARD, `style="${TEXT}"`, content);
  const viewport = '<meta name="viewport" content="width=device-width">';
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8">${viewport}<title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:0;background:${PAPER}">
${cell(`background:${PAPER}`, 'align="center" style="padding:28px 12px"', `\n${card}\n`)}
</body>
</html>
`;
}
