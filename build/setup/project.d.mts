export const root: string;
export function inProject(...parts: string[]): string;
