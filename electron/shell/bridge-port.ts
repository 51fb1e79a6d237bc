// Gives the window, and nothing else, its port to the bridge on request.

import { ipcMain, MessageChannelMain } from 'electron';
import { PORT_CHANNEL } from '#shared/bridge/port.ts';
import type { BridgePort } from '../bridge/message-port-host.ts';
import { isWindowUrl } from './window-origin.ts';

export function handOutPorts(attach: (port: BridgePort) => void): void {
  ipcMain.on(PORT_CHANNEL, ({ senderFrame }, ...args: readonly unknown[]) => {
    // The preload script sends none, and nothing else of the app sends.
    if (args.length > 0) return;
    // Only the window's own main frame: a subframe, or a page that got here some other way, gets nothing.
    if (senderFrame === null || senderFrame.parent !== null || !isWindowUrl(senderFrame.url)) return;
    const { port1, port2 } = new MessageChannelMain();
    attach(port1);
    senderFrame.postMessage(PORT_CHANNEL, null, [port2]);
  });
}
