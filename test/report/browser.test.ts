/** A page in a browser: skipped, visibly, where there is no Chromium. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportPage } from '../../src/report/page.ts';
import { RUN } from './run.ts';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const PROGRAM = [process.env.CHROMIUM ?? '', ...PLACES].find((path) => path !== '' && existsSync(path));

/** Milliseconds until a large page can be used. It takes less than a second; machines of tests are busy. */
const MOST_MILLISECONDS = 5000;

/** 400 entities of two records; the names of one go from right to left, and of one would be a script. */
function manyEntities() {
  const [, entity] = RUN.entity_sample.entities;
  const names = ['محمد بن سلمان', 'שלום\u202e עולם', '<script>alert(1)</script>', 'Zoë', 'W'.repeat(200)];
  return {
    ...RUN,
    entity_sample: {
      ...RUN.entity_sample,
      of: 400,
      entities: Array.from({ length: 400 }, (_, i) => ({
        ...{ ...entity!, entity_id: `e${String(i).padStart(3, '0')}`, doubt: (400 - i) / 500, records: i },
        members: entity!.members.map((member) => ({
          ...member,
          cells: [names[i] ?? `Anna ${i}`, '', '"><img src=x onerror=alert(1)>'],
        })),
      })),
    },
  };
}

describe.skipIf(PROGRAM === undefined)(
  PROGRAM === undefined ? `a page in a browser: none of ${PLACES.join(', ')}` : 'a page in a browser',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'er-page-'));
    const file = join(folder, 'run.html');
    let browser: Browser;
    beforeAll(async () => {
      writeFileSync(file, reportPage(manyEntities()));
      browser = await chromium.launch({ executablePath: PROGRAM!, args: ['--no-sandbox'] });
    });
    afterAll(async () => {
      await browser?.close();
      rmSync(folder, { recursive: true });
    });

    /** Does something on the page, and answers with all that went wrong or was asked of the network. */
    async function visit(
      options: BrowserContextOptions,
      work: (page: Page) => Promise<void>,
    ): Promise<string[]> {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => complaints.push(`console: ${message.text()}`));
      page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
      page.on('dialog', async (dialog) => {
        complaints.push(`dialog: ${dialog.message()}`);
        await dialog.dismiss();
      });
      page.on('request', (request) => {
        if (request.url().split('#')[0] !== pathToFileURL(file).href)
          complaints.push(`request: ${request.url()}`);
      });
      try {
        await page.goto(pathToFileURL(file).href);
        await work(page);
      } finally {
        await context.close();
      }
      return complaints;
    }

    const shownIds = (page: Page) =>
      page.$$eval('#browser > details:not([hidden])', (all) => all.map((it) => it.getAttribute('data-id')));

    it('can be used within a second or so, asks nothing of the network and has no errors', async () => {
      const complaints = await visit({}, async (page) => {
        const milliseconds = await page.evaluate(
          'performance.getEntriesByType("navigation")[0].domInteractive',
        );
        console.log(`a page of 400 entities can be used after ${Math.round(Number(milliseconds))} ms`);
        expect(milliseconds).toBeLessThan(MOST_MILLISECONDS);
        expect(await page.isVisible('#search')).toBe(true);
      });
      expect(complaints).toEqual([]);
    });

    it('sorts entities and says by what', async () => {
      await visit({}, async (page) => {
        expect((await shownIds(page)).slice(0, 2)).toEqual(['e000', 'e001']);
        await page.click('button[data-sort=size]');
        expect((await shownIds(page)).slice(0, 2)).toEqual(['e399', 'e398']);
        const pressed = await page.$$eval('button[aria-pressed=true]', (all) =>
          all.map((it) => it.textContent),
        );
        expect(pressed).toEqual(['largest']);
        await page.click('button[data-sort=id]');
        expect((await shownIds(page)).at(-1)).toBe('e399');
        await page.click('button[data-sort=doubt]');
        expect((await shownIds(page))[0]).toBe('e000');
      });
    });

    it('finds entities by their values, whatever the case and accents, and says how many', async () => {
      await visit({}, async (page) => {
        const find = async (words: string) => {
          await page.fill('#search', words);
          return [await page.textContent('#found'), ...(await shownIds(page)).slice(0, 3)];
        };
        expect(await find('anna 399')).toEqual(['1 entity matches', 'e399']);
        expect(await find('ZOE')).toEqual(['1 entity matches', 'e003']);
        expect(await find('محمد')).toEqual(['1 entity matches', 'e000']);
        expect(await find('<script>')).toEqual(['1 entity matches', 'e002']);
        expect(await find('e01')).toEqual(['10 entities match', 'e010', 'e011', 'e012']);
        expect(await find('nobody')).toEqual(['0 entities match']);
        expect(await find('')).toEqual(['', 'e000', 'e001', 'e002']);
      });
    });

    it('opens an entity by keyboard, and from the list of doubtful records', async () => {
      const complaints = await visit({}, async (page) => {
        await page.keyboard.press('Tab');
        expect(await page.evaluate('document.activeElement.className')).toBe('skip');
        await page.focus('button[data-sort=id]');
        await page.keyboard.press('Tab');
        expect(await page.evaluate('document.activeElement.tagName')).toBe('SUMMARY');
        expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
        await page.keyboard.press('Enter');
        expect(await page.isVisible('#browser > details:first-child .records')).toBe(true);
        expect(await page.isVisible('#browser > details:first-child .waterfall svg')).toBe(true);
        await page.evaluate('location.hash = "#entity-7"');
        await page.waitForSelector('#entity-7[open] .records');
      });
      expect(complaints).toEqual([]);
    });

    it('shows hostile values as text', async () => {
      const complaints = await visit({}, async (page) => {
        await page.click('#entity-2 > summary');
        const cells = await page.$$eval('#entity-2 .records bdi.v', (all) => all.map((it) => it.textContent));
        expect(cells).toContain('<script>alert(1)</script>');
        expect(await page.$$('img')).toEqual([]);
        const directions = await page.$eval('#entity-0 .cells bdi', (it) => `${it.matches(':dir(rtl)')}`);
        expect(directions).toBe('true');
      });
      expect(complaints).toEqual([]);
    });

    it.each([360, 1280])('needs no sideways scrolling at %i pixels, all open', async (width) => {
      await visit({ viewport: { width, height: 740 } }, async (page) => {
        await page.$$eval('details', (all) => {
          for (const it of all.slice(0, 60)) (it as unknown as { open: boolean }).open = true;
        });
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      });
    });

    it.each(['light', 'dark'] as const)('can be read in %s colours', async (colorScheme) => {
      await visit({ colorScheme }, async (page) => {
        await page.click('#browser > details:first-child > summary');
        expect(await page.evaluate(FAINT_TEXT)).toEqual([]);
      });
    });

    it('works without scripts, and on paper', async () => {
      await visit({ javaScriptEnabled: false }, async (page) => {
        expect(await page.isVisible('.controls')).toBe(false);
        await page.click('#entity-1 > summary');
        expect(await page.isVisible('#entity-1 .records')).toBe(true);
      });
      await visit({}, async (page) => {
        await page.click('#entity-1 > summary');
        await page.emulateMedia({ media: 'print' });
        expect(await page.isVisible('#search')).toBe(false);
        expect(await page.isVisible('#entity-1 .records')).toBe(true);
      });
    });
  },
);

/** For the browser: texts whose contrast with what is behind them is less than 4.5 to 1. */
const FAINT_TEXT = `(() => {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const rgb = (...layers) => {
    canvas.clearRect(0, 0, 1, 1);
    for (const layer of layers) { canvas.fillStyle = layer; canvas.fillRect(0, 0, 1, 1); }
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const luminance = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((v) => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const found = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || !element.checkVisibility() || element.closest('svg, script, .aloud')) continue;
    const behind = [];
    for (let at = element; at; at = at.parentElement) behind.unshift(getComputedStyle(at).backgroundColor);
    const color = getComputedStyle(element).color;
    const [a, b] = [luminance(rgb(...behind, color)), luminance(rgb(...behind))].sort((x, y) => y - x);
    if ((a + 0.05) / (b + 0.05) < 4.5) found.add(element.tagName + ' ' + node.data.trim().slice(0, 30) + ' ' + color);
  }
  return [...found];
})()`;
