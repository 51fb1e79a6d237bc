export const root: string;
export function inProject(...parts: readonly string[]): string;
export function readJson(file: string): unknown;
export function projectNode(): string;
export function script(command: string): string;
export function projectEnvironment(extra?: Readonly<Record<string, string>>): NodeJS.ProcessEnv;
