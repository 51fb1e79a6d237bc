import { afterEach, expect, test, vi } from 'vitest';

const fake = vi.hoisted((): { readonly show: ReturnType<typeof vi.fn>; draw: () => void } => ({
  show: vi.fn(),
  draw: () => undefined,
}));

vi.mock('electron', () => ({
  BrowserWindow: class {
    webContents = { on: vi.fn() };
    loadURL = async () => undefined;
    show = fake.show;
    once = (event: string, listener: () => void) => {
      if (event === 'ready-to-show') fake.draw = listener;
    };
  },
  nativeTheme: {},
}));

const { openWindow } = await import('./window.ts');

afterEach(() => {
  vi.useRealTimers();
  fake.show.mockReset();
});

const open = () => openWindow({ preload: 'preload.cjs', onCrash: vi.fn(), onShutdown: vi.fn() });

test('a window is shown with its first frame, once', async () => {
  vi.useFakeTimers();
  const opening = open();
  await vi.advanceTimersByTimeAsync(14_000);
  expect(fake.show).not.toHaveBeenCalled();
  fake.draw();
  await opening;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fake.show).toHaveBeenCalledOnce();
});

test('a window that draws nothing is shown all the same', async () => {
  vi.useFakeTimers();
  const opening = open();
  await vi.advanceTimersByTimeAsync(15_000);
  await opening;
  expect(fake.show).toHaveBeenCalledOnce();
});
