// A day of racing: the strip of days, the courses, the races.

import type { Locator, Page } from '@playwright/test';
import { formatRacedate } from '#shared/racing/racedate.ts';
import { racecourseName, raceNumberOf } from '#shared/racing/racekey.ts';

export class DayScreen {
  readonly page: Page;
  readonly heading: Locator;
  readonly strip: Locator;
  readonly courses: Locator;
  /** All races by post time. */
  readonly list: Locator;
  /** Odds against an index. */
  readonly map: Locator;
  readonly races: Locator;

  constructor(page: Page) {
    this.page = page;
    this.heading = page.getByRole('heading', { level: 1 });
    this.strip = page.getByRole('navigation', { name: 'Race days' });
    this.courses = page.locator('.day-courses').getByRole('region');
    this.list = page.getByRole('table', { name: 'Races by post time' });
    this.map = page.getByRole('group', { name: /runners of \d+ races/ });
    this.races = this.courses.getByRole('button', { name: /^\d+R / });
  }

  async show(racedate: string): Promise<void> {
    await this.strip.getByTitle(formatRacedate(racedate, 'en') ?? racedate).click();
  }

  async chooseForm(name: 'Courses' | 'List' | 'Odds and index'): Promise<void> {
    await this.page.getByRole('group', { name: 'Show the day as' }).getByRole('button', { name }).click();
  }

  race(racekey: string): Locator {
    const course = racecourseName(racekey.slice(0, 2), 'en');
    const number = raceNumberOf(racekey);
    return this.courses
      .filter({ has: this.page.getByRole('heading', { name: course }) })
      .getByRole('button', { name: new RegExp(`^${number}R `) });
  }
}
