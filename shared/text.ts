// A text in the two languages of every screen.

export type Language = 'en' | 'ja';

export interface Text {
  readonly en: string;
  readonly ja: string;
}
