// The frame around every screen.

export const shell = {
  appName: 'Railbird',
  day: 'Race day',
  tables: 'Tables',
  payoffs: 'Payoffs',
  settings: 'Settings',
  back: 'Back',
  sampleMark: 'Sample data: invented horses and results',
  retry: 'Try again',
  close: 'Close',
  cancel: 'Cancel',
};
