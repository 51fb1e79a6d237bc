import { LARGEST_FILE } from '#shared/saved-views/views-file.ts';

/**
 * The longest message of the window, in bytes over a WebSocket and in characters over a port. The longest input is a file
 * of views, in which a character takes up to three bytes.
 */
export const LONGEST_INPUT = 3 * LARGEST_FILE + 1024 * 1024;
