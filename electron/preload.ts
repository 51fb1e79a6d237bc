// The sandboxed preload script: requests a port from the main process and passes it to the page. Nothing else crosses.

import { contextBridge, ipcRenderer } from 'electron';
import { PORT_CHANNEL, PORT_MESSAGE, type RailbirdPreload } from '#shared/bridge/port.ts';

declare const window: {
  postMessage(message: unknown, targetOrigin: string, transfer: readonly unknown[]): void;
};

const exposed: RailbirdPreload = {
  requestPort: () => ipcRenderer.send(PORT_CHANNEL),
};

contextBridge.exposeInMainWorld('railbird', exposed);

// '/' is this document's own origin.
ipcRenderer.on(PORT_CHANNEL, (event) => window.postMessage(PORT_MESSAGE, '/', event.ports));
