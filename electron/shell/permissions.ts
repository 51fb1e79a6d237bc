// The system permissions that the window may request. Railbird shows tables: it needs next to none.

/** A permission that is not listed is denied. */
const PERMISSIONS: Readonly<Record<string, boolean>> = {
  // Copying cells.
  'clipboard-sanitized-write': true,

  'clipboard-read': false,
  'display-capture': false,
  fileSystem: false,
  fullscreen: false,
  geolocation: false,
  hid: false,
  'idle-detection': false,
  'keyboard-lock': false,
  media: false,
  mediaKeySystem: false,
  midi: false,
  midiSysex: false,
  notifications: false,
  openExternal: false,
  pointerLock: false,
  serial: false,
  'storage-access': false,
  'top-level-storage-access': false,
  usb: false,
  'window-management': false,
};

export const isPermitted = (permission: string): boolean => PERMISSIONS[permission] === true;
