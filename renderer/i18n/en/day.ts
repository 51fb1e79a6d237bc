// A day of racing.

export const day = {
  title: 'Race day',
  purpose:
    'This screen shows a day of racing by course: its races, going and weather, and the winners once they are known.',
  today: 'Today',
  coming: 'To come',
  nearest: 'Today, or the nearest race day',
  nearestShort: 'Nearest',
  before: 'Previous race day',
  after: 'Next race day',
  pickDate: 'Race date',
  strip: 'Race days',
  noDays: 'No race days in these weeks',
  noRacing: 'No racing on {{date}}',
  noRaces: 'The service holds no races for this day',
  noRacesWhy:
    'The program of a coming day is published a few days before. A past day without races was called off.',
  unknownDays_one: 'One day could not be asked for: whether it has racing is not known',
  unknownDays_other: '{{count}} days could not be asked for: whether they have racing is not known',
  facts: { weather: 'Weather', turf: 'Turf', dirt: 'Dirt', cushion: 'Cushion', rail: 'Rail' },
  notInRecord: 'The meeting’s record does not say',
  raceNumber: '{{number}}R',
  runners_one: '{{runners}} runner',
  runners_other: '{{runners}} runners',
  winPaid: 'Win ¥{{yen}}',
  popularity: 'fav. {{rank}}',
  card: 'Card',
  noResultYet: 'No result yet',
  fetching: 'Asking the service',
  keys: '↑ ↓ ← → races · Enter open · [ ] days',
};
