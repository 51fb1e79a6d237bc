// What Vite's configurations take of native.mjs, which plain Node runs and so is no TypeScript.

/** Whether an import stays one in what is built. */
export function isOutside(id: string): boolean;
