// How the window gets its port to the main process under Electron: what the preload script exposes, and the
// names of the messages. In a browser window `window.railbird` is absent and the bridge is a WebSocket at RPC_PATH.

/** What the preload script puts on the window as `railbird`. */
export interface RailbirdPreload {
  /**
   * Asks the main process for a port. It arrives as a window message whose data is PORT_MESSAGE, with the
   * port attached, because a port cannot cross the context bridge as a value. Each call brings a new port.
   */
  requestPort(): void;
}

export const PORT_MESSAGE = 'railbird:port';

/** Between the preload script and the main process. */
export const PORT_CHANNEL = 'railbird:port';

/**
 * Where the loopback host opens the bridge's WebSocket, on the window's own origin. One for each tab carries all of its
 * calls: over HTTP each endless stream would hold one of the six connections that a browser opens to an address for all
 * tabs together.
 */
export const RPC_PATH = '/rpc';

/**
 * The protocol of that WebSocket, which the page offers first. The second that it offers is the session, because of the
 * request that opens a WebSocket a page chooses nothing but the address, which logs keep, and the protocols. It is no
 * cookie: a browser sends a cookie to every port of 127.0.0.1, hence to other people's servers too, while a page keeps
 * its session to its own port.
 */
export const RPC_PROTOCOL = 'railbird';

/** Where the loopback host serves finished exports; the rest of the path is the export's id. */
export const EXPORTS_PATH = '/exports';

/**
 * Where a window on the loopback host exchanges the token of its address for a session. The token follows the
 * `#` of the address, which a browser never sends.
 */
export const SESSION_PATH = '/session';

/** The text before the token in the address. */
export const TOKEN_MARK = '#token=';

/** Carries the token to SESSION_PATH; the response is `{ "session": "..." }`, or 403 if the token was already used. */
export const TOKEN_HEADER = 'x-railbird-token';
