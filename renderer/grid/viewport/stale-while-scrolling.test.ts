import { beforeEach, describe, expect, it } from 'vitest';
import { makeHold, PATIENCE_MS, type Stretch } from './stale-while-scrolling.ts';

const at = (from: number): Stretch => ({ from, to: from + 30 });
const nowhere = () => false;

let time = 0;
beforeEach(() => {
  time = 0;
});
const hold = () => makeHold(() => time);

describe('rows on screen', () => {
  it('give way at once to rows that are loaded, and to other columns of the same rows', () => {
    const { choose, awaited } = hold();
    expect(choose(at(100), at(0), () => true)).toEqual(at(100));
    expect(choose(at(0), at(0), nowhere)).toEqual(at(0));
    expect(awaited()).toBeUndefined();
  });

  it('stay while others are loaded, and one screen is requested at a time', () => {
    const { choose, awaited } = hold();
    expect(choose(at(100), at(0), nowhere)).toEqual(at(0));
    time = 10;
    expect(choose(at(200), at(0), nowhere)).toEqual(at(0));
    expect(awaited()).toEqual(at(100));
    const here = ({ from }: Stretch): boolean => from === 100;
    time = 20;
    expect(choose(at(300), at(0), here)).toEqual(at(100));
    expect(awaited()).toEqual(at(300));
    time = 10 + PATIENCE_MS;
    expect(choose(at(300), at(100), nowhere), 'the next patience began at 20').toEqual(at(100));
  });

  it('give way to skeletons when it takes too long', () => {
    const { choose, awaited } = hold();
    choose(at(100), at(0), nowhere);
    time = PATIENCE_MS;
    expect(choose(at(100), at(0), nowhere)).toEqual(at(100));
    expect(awaited()).toBeUndefined();
  });
});
