import { describe, expect, it } from 'vitest';
import { decodeEntities } from '../../src/records/entities.ts';

describe('decodeEntities', () => {
  it.each([
    ['smith &amp; s&oslash;n &#8212; &nosuch;', 'smith & son — &nosuch;'],
    ['&lt;b&gt; &quot;x&quot; &apos;y&apos;', '<b> "x" \'y\''],
    ['caf&eacute; &ccedil;a &ntilde; &aring; &scaron;', 'cafe ca n a s'],
    ['&szlig; &aelig; &oelig;', 'ss ae oe'],
    ['a&nbsp;b&shy;c&hellip;', 'a bc...'],
    ['&#65;&#x42;&#xe9;&#x1f600;', 'ABé😀'],
    ['&amp;amp;', '&amp;'],
    ['&amp &; &#; &#x; a&b;c', '&amp &; &#; &#x; a&b;c'],
    ['&#0; &#7; &#xd800; &#1114112;', '&#0; &#7; &#xd800; &#1114112;'],
    ['plain', 'plain'],
  ])('%j becomes %j', (text, decoded) => {
    expect(decodeEntities(text)).toBe(decoded);
  });
});
