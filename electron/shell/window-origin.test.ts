import { expect, test } from 'vitest';
import { isPermitted } from './permissions.ts';
import { isWindowUrl, windowFileOf } from './window-origin.ts';

test.each([
  ['app://railbird/', '/w/index.html'],
  ['app://railbird/assets/main-1a.js?x#y', '/w/assets/main-1a.js'],
  ['app://railbird/%E9%A6%AC.svg', '/w/馬.svg'],
])('%s is the file %s', (address, file) => {
  expect(windowFileOf(address, '/w')).toBe(file);
});

test.each([
  'app://railbird/..%2f..%2fetc/passwd',
  'app://railbird/%2e%2e/%2e%2e%2fsecret',
  'app://railbird/..%5c..%5cx%00',
  'app://railbird/..%2fw-of-another/x',
  'app://railbird/assets/..%2f..%2fx',
  'app://elsewhere/index.html',
  'file:///etc/passwd',
  'app://railbird/%',
])('%s is no file of the window', (address) => {
  expect(windowFileOf(address, '/w')).toBeUndefined();
});

test.each(['https://evil.example/', 'app://evil/', 'file:///x', 'javascript:alert(1)', ''])(
  '%s is not the window',
  (address) => {
    expect(isWindowUrl(address)).toBe(false);
  },
);

test('copying is permitted; other and unknown permissions are denied', () => {
  expect(isPermitted('clipboard-sanitized-write')).toBe(true);
  for (const name of ['media', 'geolocation', 'openExternal', 'invented', 'toString', '__proto__']) {
    expect(isPermitted(name)).toBe(false);
  }
});
