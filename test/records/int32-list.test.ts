import { describe, expect, it } from 'vitest';
import { Int32List } from '../../src/records/int32-list.ts';

describe('Int32List', () => {
  it('holds what was added, beyond its first capacity', () => {
    const list = new Int32List();
    for (let i = 0; i < 5000; i++) list.push(i - 7);
    expect(list).toHaveLength(5000);
    expect([...list.view()]).toEqual(Array.from({ length: 5000 }, (_, i) => i - 7));
  });

  it('is padded to a length, and never cut', () => {
    const list = new Int32List();
    list.push(3);
    list.padTo(3, -1);
    list.padTo(2, 9);
    expect([...list.view()]).toEqual([3, -1, -1]);
    list.padTo(3000, 5);
    list.push(6);
    expect(list).toHaveLength(3001);
    expect([list.view()[2], list.view()[3], list.view()[2999], list.view()[3000]]).toEqual([-1, 5, 5, 6]);
  });
});
