// The part of native.mjs that Vite's configuration uses; native.mjs is plain JavaScript because plain Node runs it.

/** Whether an import remains an import in the build output. */
export function isOutside(id: string): boolean;
