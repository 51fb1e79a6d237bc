export function electronBinary(): string | undefined;
export function fetchElectron(say: (line: string) => void): string | undefined;
