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

/** A page in the product's look that loads no picture, font or script. */
export function mailHtml({ title, paragraphs, action, after }: MailPage): string {
  const link = action && escapeHtml(action.link);
  const button =
    action === undefined
      ? ''
      : `<p style="margin:8px 0 24px"><a href="${link}" style="display:inline-block;padding:13px 22px;border-radius:14px;background:${CITRON};color:${INK};font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a></p>
<p style="margin:0 0 16px;font-size:13.5px;line-height:20px;color:${INK_3}">Or open this address:<br><a href="${link}" style="color:${INK_3};word-break:break-all">${link}</a></p>`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:0;background:${PAPER}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${PAPER}"><tr><td align="center" style="padding:28px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:${SURFACE};border:1px solid ${LINE};border-radius:20px"><tr><td style="padding:28px;font-family:${FONT};font-size:15px;line-height:22px;color:${INK}">
<p style="margin:0 0 20px;font-weight:700"><span style="background:${CITRON};padding:2px 6px">Inkling</span></p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:28px;font-weight:700;letter-spacing:-0.012em">${escapeHtml(title)}</h1>
${paragraphs.map((text) => paragraph(text, 'word-break:break-word')).join('\n')}
${button}
${after.map((text) => paragraph(text, `font-size:13.5px;line-height:20px;color:${INK_3}`)).join('\n')}
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}
