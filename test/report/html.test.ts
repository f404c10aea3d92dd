import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeText, html, listed, shortened, trusted, value } from '../../src/report/html.ts';

describe('a template', () => {
  it('escapes text in elements and attributes, and leaves markup alone', () => {
    const inner = html`<i>${'<&>'}</i>`;
    expect(String(html`<b title="${`"'`}">${inner}</b>`)).toBe(
      '<b title="&quot;&#39;"><i>&lt;&amp;&gt;</i></b>',
    );
  });

  it('writes lists one after the other, and nothing for undefined', () => {
    expect(String(html`[${[undefined, 'a', [html`<br>`, 'b']]}]`)).toBe('[a<br>b]');
    expect(String(html`${listed(['a', 'b', '<'])}`)).toBe('a, b and &lt;');
  });

  it('takes what the program wrote itself as it is', () => {
    expect(String(html`${trusted('a > b')}`)).toBe('a > b');
  });
});

describe('text', () => {
  it('shows control characters, and what would turn the direction of the rest', () => {
    expect(escapeText('a\u0000\n\u001b\u007f\u0085\u202eb')).toBe('a␀␊␛␡␦␦b');
    expect(escapeText('\ud800!\uffff')).toBe('\ufffd!␦');
    expect(escapeText('שלום 👩‍👧 e\u0301')).toBe('שלום 👩‍👧 e\u0301');
  });

  it('never has anything left that means something in HTML', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(escapeText(text)).not.toMatch(/[<>"'\p{Cc}\p{Cs}\u2066-\u2069]/u);
        expect(escapeText(text).replace(/&(amp|lt|gt|quot|#39);/g, '')).not.toContain('&');
      }),
    );
  });

  it('is cut where it is too long, and not through a character', () => {
    expect(shortened('a'.repeat(400))).toHaveLength(400);
    expect(shortened('a'.repeat(401))).toBe(`${'a'.repeat(400)}…`);
    expect(shortened(`${'a'.repeat(399)}😀b`)).toBe(`${'a'.repeat(399)}…`);
    expect(String(value('<'))).toBe('<bdi>&lt;</bdi>');
  });
});
