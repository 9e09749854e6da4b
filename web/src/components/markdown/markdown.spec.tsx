import '@testing-library/jest-dom/jest-globals';
import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { Markdown } from './markdown';

/** Texts that must neither run nor load anything in any browser. */
const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<a href="javascript:alert(1)">press</a>',
  '<style>*{display:none}</style>',
  '<form action=https://evil.example><input name=password></form>',
  '<base href=https://evil.example>',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '[press](javascript:alert(1))',
  '[press](JaVaScRiPt:alert(1))',
  '[press](  javascript:alert(1))',
  '[press](java\tscript:alert(1))',
  '[press](<java\nscript:alert(1)>)',
  '[press](&#106;avascript:alert(1))',
  '[press](vbscript:msgbox(1))',
  '[press](data:text/html;base64,PHNjcmlwdD4=)',
  '[press](blob:https://evil.example/1)',
  '[press](file:///etc/passwd)',
  '[press][1]\n\n[1]: javascript:alert(1)',
  '<javascript:alert(1)>',
  '![x](x"onerror="alert(1))',
  '![x](https://evil.example/pixel.gif)',
  '[![x](javascript:alert(1))](javascript:alert(1))',
  '[a](https://ok.example"onmouseover="alert(1))',
  '[a](https://ok.example "t" onmouseover="alert(1)")',
  '| a |\n|---|\n| <img src=x onerror=alert(1)> |',
  '- <script>alert(1)</script>\n- b',
  '# <img src=x onerror=alert(1)>',
  '`<script>alert(1)</script>`',
  '```html\n<script>alert(1)</script>\n```',
  `${'> '.repeat(3_000)}deep`,
  `${'['.repeat(5_000)}a`,
  `${'* '.repeat(500)}a`,
];
const ALLOWED = 'div,h2,h3,h4,p,ul,ol,li,blockquote,table,thead,tbody,tr,th,td,hr,pre,code,strong,em,del,br,a'.split(
  ',',
);

describe('Markdown of an operator', () => {
  it.each(HOSTILE)('makes %j harmless', (text) => {
    const { container } = render(<Markdown text={text} />);
    for (const element of container.querySelectorAll('*')) {
      expect(ALLOWED).toContain(element.localName);
      for (const { name, value } of element.attributes) {
        expect(['class', 'href', 'rel', 'scope', 'start']).toContain(name);
        if (name === 'href') expect(value).toMatch(/^(https?:\/\/|mailto:)/);
      }
    }
  });

  it('shows headings, lists, tables, emphasis and links', () => {
    render(
      <Markdown
        text={
          '# Terms\n\nBe **kind** and *brief*: [rules](/rules), [us](mailto:us@harbour.example).\n\n' +
          '1. one\n2. two\n\n| What | How long |\n|---|---|\n| Votes | for good |'
        }
      />,
    );
    expect(screen.getByRole('heading', { level: 2, name: 'Terms' })).toBeVisible();
    expect(screen.getByText('kind').localName).toBe('strong');
    expect(screen.getByRole('link', { name: 'rules' })).toHaveAttribute('href', 'http://localhost/rules');
    expect(screen.getByRole('link', { name: 'us' })).toHaveAttribute('href', 'mailto:us@harbour.example');
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['one', 'two']);
    expect(screen.getByRole('cell', { name: 'for good' })).toBeVisible();
  });

  it('shows HTML as the text that it is, and a picture as its description', () => {
    render(<Markdown text={'Before <b onclick="x()">bold</b> and ![a harbour](https://harbour.example/a.png).'} />);
    expect(screen.getByText('Before <b onclick="x()">bold</b> and a harbour.')).toBeVisible();
  });
});
