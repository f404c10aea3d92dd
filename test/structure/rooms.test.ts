/** The house rules of src/: which room may import which, no import circles, short files named after what they hold. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

const FOUNDATION = ['csv', 'math'];
const KERNEL = [...FOUNDATION, 'records', 'repair', 'blocking', 'compare', 'em', 'partition', 'vb', 'smered'];
const RESULTS = ['entities', 'evaluate', 'report'];

/**
 * What each room may import besides itself: another room, its types alone (`: types`), or one file of it. Lower rows
 * never import higher ones.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  cli: [...KERNEL, ...RESULTS, 'pipeline'],
  pipeline: [...KERNEL, ...RESULTS],
  report: ['evaluate', 'entities', 'em'],
  evaluate: ['records', 'math'],
  entities: ['records'],
  vb: ['partition', 'em: types', 'compare', 'records', 'math'],
  smered: ['partition', 'em: types', 'compare', 'records', 'math'],
  partition: ['records', 'math'],
  em: ['compare: types', 'compare/patterns.ts', 'math'],
  compare: ['records', 'math'],
  repair: ['compare', 'records', 'math'],
  blocking: ['records', 'math'],
  records: ['csv'],
  csv: [],
  math: [],
};

/** Files beside the rooms: what each may import. Every room may import the errors. */
const ERRORS = 'errors.ts';
const TOP_FILES: Readonly<Record<string, readonly string[]>> = {
  [ERRORS]: [],
  'index.ts': ['pipeline', 'evaluate', 'report'],
};

const MOST_LINES = 400;
const VAGUE_NAMES = /(^|[-.])(utils?|helpers?|common|misc|shared)([-.]|$)/;

/** Folders of test/ that mirror no room. */
const OTHER_TESTS = ['bench', 'end-to-end', 'fixtures', 'structure'];

interface Import {
  /** The importing and the imported file, relative to src/, with forward slashes. */
  from: string;
  to: string;
  typesOnly: boolean;
}

type Sources = ReadonlyMap<string, string>;

/** The own files that a file imports or re-exports, statically or not. */
function importsOf(from: string, text: string): Import[] {
  const { module } = parseSync(from, text);
  const found: { request: string; typesOnly: boolean }[] = [];
  for (const { moduleRequest, entries } of module.staticImports) {
    found.push({
      request: moduleRequest.value,
      typesOnly: entries.length > 0 && entries.every((it) => it.isType),
    });
  }
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, isType } of entries) {
      if (moduleRequest) found.push({ request: moduleRequest.value, typesOnly: isType });
    }
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const request = text.slice(moduleRequest.start + 1, moduleRequest.end - 1);
    found.push({ request, typesOnly: false });
  }
  return found
    .filter(({ request }) => request.startsWith('.'))
    .map(({ request, typesOnly }) => ({ from, to: posix.join(posix.dirname(from), request), typesOnly }));
}

function allImports(sources: Sources): Import[] {
  return [...sources].flatMap(([name, text]) => importsOf(name, text));
}

const roomOf = (file: string) => (file.includes('/') ? file.slice(0, file.indexOf('/')) : file);

/** Every import across a wall where there is no door. */
function forbidden(sources: Sources): string[] {
  const complaints = [...sources.keys()]
    .filter((file) => !(roomOf(file) in MAY_IMPORT) && !(file in TOP_FILES))
    .map((file) => `${file}: no such room; add it to the table of this test`);
  for (const { from, to, typesOnly } of allImports(sources)) {
    const [room, other] = [roomOf(from), roomOf(to)];
    const doors = MAY_IMPORT[room] ?? TOP_FILES[from] ?? [];
    const open = room === other || to === ERRORS || doors.includes(other) || doors.includes(to);
    if (!open && !(typesOnly && doors.includes(`${other}: types`))) complaints.push(`${from} imports ${to}`);
  }
  return complaints;
}

/** A circle of imports as `a -> b -> a` for every import that closes one. */
function circles(sources: Sources): string[] {
  const next = new Map<string, string[]>();
  for (const { from, to } of allImports(sources)) next.set(from, [...(next.get(from) ?? []), to]);
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, path: string[]) => {
    if (path.includes(file)) found.push([...path.slice(path.indexOf(file)), file].join(' -> '));
    if (done.has(file)) return;
    done.add(file);
    for (const to of next.get(file) ?? []) visit(to, [...path, file]);
  };
  for (const file of next.keys()) visit(file, []);
  return found;
}

function tooLong(sources: Sources): string[] {
  return [...sources]
    .filter(([, text]) => text.trimEnd().split('\n').length > MOST_LINES)
    .map(([file]) => file);
}

function vaguelyNamed(sources: Sources): string[] {
  return [...sources.keys()].filter((file) => file.split('/').some((part) => VAGUE_NAMES.test(part)));
}

/** The TypeScript files below a folder of the repository, by their name relative to it. */
function filesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.ts'))
    .sort();
}

const SOURCES: Sources = new Map(
  filesBelow('src').map((name) => [name, readFileSync(join(ROOT, 'src', name), 'utf8')]),
);

describe('src', () => {
  it('imports only downwards, as the table of rooms allows', () => {
    expect(forbidden(SOURCES)).toEqual([]);
  });

  it('imports only files that exist', () => {
    const missing = allImports(SOURCES).filter(({ to }) => !SOURCES.has(to));
    expect(missing.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });

  it('has no circle of imports', () => {
    expect(circles(SOURCES)).toEqual([]);
  });

  it(`has no file of more than ${MOST_LINES} lines`, () => {
    expect(tooLong(SOURCES)).toEqual([]);
  });

  it('has no file or folder named after nothing', () => {
    expect(vaguelyNamed(SOURCES)).toEqual([]);
  });
});

describe('test', () => {
  it('mirrors src: every test of a room stands where its subject stands', () => {
    const strays = filesBelow('test')
      .filter(
        (name) => name.endsWith('.test.ts') && name.includes('/') && !OTHER_TESTS.includes(roomOf(name)),
      )
      .filter((name) => !existsSync(join(ROOT, 'src', dirname(name))));
    expect(strays).toEqual([]);
  });
});

describe('these rules', () => {
  const sources = (files: Record<string, string>): Sources => new Map(Object.entries(files));

  it('see every form of import', () => {
    const text = `import { a } from '../csv/a.ts';\nimport type { B } from './b.ts';\nexport * from './c.ts';
      export { type D } from './d.ts';\nawait import('./e.ts');\n// import './comment.ts';\nimport fs from 'node:fs';`;
    expect(importsOf('em/x.ts', text).map(({ to, typesOnly }) => `${to} ${typesOnly}`)).toEqual([
      'csv/a.ts false',
      'em/b.ts true',
      'em/c.ts false',
      'em/d.ts true',
      'em/e.ts false',
    ]);
  });

  it.each([
    ['csv/a.ts', "import { run } from '../cli/program.ts';"],
    ['evaluate/a.ts', "import { find } from '../entities/union-find.ts';"],
    ['em/a.ts', "import { levels } from '../compare/levels.ts';"],
    ['math/a.ts', "await import('../csv/read.ts');"],
    ['index.ts', "export * from './em/start.ts';"],
    ['plugins/a.ts', ''],
  ])('refuse a wrong import in %s', (file, text) => {
    expect(forbidden(sources({ [file]: text }))).toHaveLength(1);
  });

  it.each([
    ['em/a.ts', "import type { Levels } from '../compare/levels.ts';"],
    ['em/a.ts', "import { ErError } from '../errors.ts'; import { x } from './x.ts';"],
    ['index.ts', "export { link } from './pipeline/link.ts'; export { f1 } from './evaluate/pairwise.ts';"],
    ['cli/commands/em.ts', "import { read } from '../../csv/read.ts'; import { y } from '../options.ts';"],
  ])('allow a right one in %s', (file, text) => {
    expect(forbidden(sources({ [file]: text }))).toEqual([]);
  });

  it('find circles, long files and vague names', () => {
    const circle = {
      'em/a.ts': "import './b.ts';",
      'em/b.ts': "import './c.ts';",
      'em/c.ts': "import './b.ts';",
    };
    expect(circles(sources(circle))).toEqual(['em/b.ts -> em/c.ts -> em/b.ts']);
    expect(tooLong(sources({ 'em/a.ts': 'x\n'.repeat(400), 'em/b.ts': 'x\n'.repeat(401) }))).toEqual([
      'em/b.ts',
    ]);
    const names = { 'em/utils.ts': '', 'helpers/a.ts': '', 'em/test-helper.ts': '', 'em/commonness.ts': '' };
    expect(vaguelyNamed(sources(names))).toEqual(['em/utils.ts', 'helpers/a.ts', 'em/test-helper.ts']);
  });
});
