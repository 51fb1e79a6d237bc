// The data grid and the help of its columns.

export const grid = {
  fresh: 'new',
  freshColumn:
    'New in the service: Railbird’s catalogue does not know this column yet. It is shown as it came.',
  unit: 'Unit',
  group: 'Group',
  interfaceName: 'Interface name',
  units: {
    yen: 'yen',
    '10,000 yen': '10,000 yen',
    '0.1 s': 'tenths of a second',
    kg: 'kg',
    '0.1 kg': 'tenths of a kilogram',
    '%': 'per cent',
    m: 'metres',
    mm: 'millimetres',
    cm: 'centimetres',
    years: 'years',
    days: 'days',
    weeks: 'weeks',
    'half lengths': 'half lengths (about 0.1 s)',
  },
  missing: 'No value in the record',
  blank: 'Blank in the record',
  rawCode: 'Code {{code}}',
  unknownCode: 'Code {{code}}: not in the code table, shown as it came',
  noRows: 'Nothing matches.',
};
