import { describe, expect, it } from 'vitest';
import { buildProgram } from '../../src/cli/program.ts';
import { processIo } from '../../src/cli/terminal.ts';

/** What `er words` prints before it ends, on a terminal of 80 columns. */
function printed(...words: string[]): string {
  const program = buildProgram(processIo);
  let text = '';
  const take = (part: string) => {
    text += part;
  };
  for (const command of [program, ...program.commands])
    command.configureOutput({ writeOut: take, writeErr: take, getOutHelpWidth: () => 80 });
  expect(() => program.parse(words, { from: 'user' })).toThrow();
  return text;
}

describe('help', () => {
  const commands = buildProgram(processIo).commands.map((command) => command.name());

  it.each([[], ...commands.map((name) => [name])])('of er %s fits 80 columns', (...words) => {
    const lines = printed(...words, '--help').split('\n');
    expect(lines.length).toBeGreaterThan(20);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(lines.join(' ')).toContain('Example');
  });

  it('is what er prints without a command', () => {
    expect(printed()).toBe(printed('--help'));
  });
});
