import { expect, test } from 'vitest';
import { LONGEST_ADDRESS } from '#shared/address.ts';
import { createAddressInbox } from './address-inbox.ts';

test('an address waits for the window, and is delivered once', async () => {
  const inbox = createAddressInbox();
  inbox.receive('railbird://settings');
  const end = new AbortController();
  const stream = inbox.addresses(end.signal);
  expect((await stream.next()).value).toEqual({ address: 'railbird://settings' });
  // A window that is opened again, as by a reload, does not go there again.
  const again = inbox.addresses(end.signal);
  const next = again.next();
  inbox.receive('railbird://day');
  expect((await next).value).toEqual({ address: 'railbird://day' });
  end.abort();
});

test('only texts of the scheme are passed on, and no more of them than can be right', async () => {
  const inbox = createAddressInbox();
  inbox.receive('https://example.org/');
  inbox.receive('--inspect');
  inbox.receive(`RAILBIRD://${'x'.repeat(100_000)}`);
  const { value } = await inbox.addresses().next();
  expect(value?.address.length).toBe(LONGEST_ADDRESS + 1);
  expect(value?.address).toMatch(/^RAILBIRD:/);
});
