// A text for people, in the two languages that every screen speaks.

export type Language = 'en' | 'ja';

export interface Text {
  readonly en: string;
  readonly ja: string;
}
