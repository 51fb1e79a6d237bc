// `app.commandLine`: the switches that Chromium starts with.

/** Whatever the environment names as Chromium's choice; this Chromium has no screen. */
const OZONE = process.env['STAND_IN_OZONE'] ?? 'headless';

export class StandInCommandLine {
  readonly #switches: Map<string, string>;
  readonly #appended = new Map<string, string>();
  readonly #isReady: () => boolean;

  constructor(args: readonly string[], isReady: () => boolean) {
    this.#isReady = isReady;
    const given = args.flatMap((arg) => {
      const { name, value = '' } = /^--(?<name>[^=]+)(?:=(?<value>.*))?$/u.exec(arg)?.groups ?? {};
      return name === undefined ? [] : [[name, value] as const];
    });
    this.#switches = new Map([['ozone-platform', OZONE], ...given]);
  }

  appendSwitch(name: string, value = ''): void {
    if (this.#isReady()) throw new Error(`Chromium has started, and does not read --${name} any more.`);
    this.#switches.set(name, value);
    this.#appended.set(name, value);
  }
  hasSwitch(name: string): boolean {
    return this.#switches.has(name);
  }
  getSwitchValue(name: string): string {
    return this.#switches.get(name) ?? '';
  }

  /** For Chromium's command line. */
  appended(): readonly string[] {
    return [...this.#appended].map(([name, value]) => (value === '' ? `--${name}` : `--${name}=${value}`));
  }
}
