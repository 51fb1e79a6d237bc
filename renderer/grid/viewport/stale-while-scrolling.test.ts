import { describe, expect, it } from 'vitest';
import { makeHold, PATIENCE_MS, type Stretch } from './stale-while-scrolling.ts';

const at = (from: number): Stretch => ({ from, to: from + 30 });
const nowhere = () => false;

describe('rows on screen', () => {
  it('give way at once to rows that are here, and to other columns of the same rows', () => {
    const hold = makeHold();
    expect(hold.choose(at(100), at(0), () => true, 0)).toEqual(at(100));
    expect(hold.choose(at(0), at(0), nowhere, 0)).toEqual(at(0));
    expect(hold.awaited()).toBeUndefined();
  });

  it('stay while others are on their way, and one view is asked for at a time', () => {
    const hold = makeHold();
    expect(hold.choose(at(100), at(0), nowhere, 0)).toEqual(at(0));
    expect(hold.choose(at(200), at(0), nowhere, 10)).toEqual(at(0));
    expect(hold.awaited()).toEqual(at(100));
    const here = ({ from }: Stretch): boolean => from === 100;
    expect(hold.choose(at(300), at(0), here, 20)).toEqual(at(100));
    expect(hold.awaited()).toEqual(at(300));
  });

  it('give way to skeletons when it takes too long', () => {
    const hold = makeHold();
    hold.choose(at(100), at(0), nowhere, 0);
    expect(hold.choose(at(100), at(0), nowhere, PATIENCE_MS)).toEqual(at(100));
    expect(hold.awaited()).toBeUndefined();
  });
});
