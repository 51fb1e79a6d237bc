// What the app did without to start, for the user to know: each once, as a notice.

import type { NewNotice } from '../files/notices.ts';
import type { DesktopStart } from './desktop-start.ts';
import { startMemoryFile } from './start-memory.ts';

const NOTHING_LOST = {
  en: 'Everything that Railbird stores: settings, tabs, marks, lists and downloaded records.',
  ja: '設定・タブ・印・リスト・ダウンロード済みのデータは、すべて残っています。',
};

/** Of this start; empty if it is like any other. */
export function startNotices(
  { memory, window, withoutGpu, avoided }: Pick<DesktopStart, 'memory' | 'window' | 'withoutGpu' | 'avoided'>,
  dataDir: string,
): readonly NewNotice[] {
  const file = startMemoryFile(dataDir);
  const notices: NewNotice[] = [];
  // What an earlier start found out was said then: crashes when they happened, the rest by the start after the failure.
  const isNew = memory.plan.failures > 0;
  if (withoutGpu === 'starts' && isNew) notices.push(gpuNotice(file, withoutGpu));
  if (avoided !== undefined && isNew) notices.push(screenNotice(file, avoided));
  if (window.movedTo !== undefined || window.isTemporary === true)
    notices.push(windowFolderNotice(dataDir, window.movedTo));
  return notices;
}

/** `--with-gpu` is the option of electron/launch/desktop-options.ts. */
export const gpuNotice = (file: string, why: 'crashes' | 'starts'): NewNotice => ({
  subject: 'other',
  key: 'graphics',
  what:
    why === 'crashes'
      ? {
          en: 'The graphics driver crashed three times: Railbird draws without the graphics card from the next start on',
          ja: 'グラフィックドライバーが3回異常終了したため、次の起動からグラフィックカードを使わずに描画します',
        }
      : {
          en: 'The last start led to no window: Railbird now draws without the graphics card',
          ja: '前回の起動では画面が開かなかったため、グラフィックカードを使わずに描画しています',
        },
  file,
  saved: [NOTHING_LOST],
  gone: [],
  advice: {
    en: 'It is tried again after a month, with the next version of Railbird, or at once if you start it with --with-gpu, as after installing another driver.',
    ja: '1か月後と、Railbird の次のバージョンで、もう一度試します。ドライバーを入れ替えたときなど、すぐに試すには --with-gpu を付けて起動してください。',
  },
});

const NAMES = { x11: 'X11', wayland: 'Wayland' } as const;

const screenNotice = (file: string, avoided: 'x11' | 'wayland'): NewNotice => {
  const used = NAMES[avoided === 'x11' ? 'wayland' : 'x11'];
  return {
    subject: 'other',
    key: 'screen',
    what: {
      en: `Several starts on ${NAMES[avoided]} led to no window: Railbird now uses ${used}`,
      ja: `${NAMES[avoided]} では続けて画面が開かなかったため、${used} を使っています`,
    },
    file,
    saved: [NOTHING_LOST],
    gone: [],
    advice: {
      en: `To try ${NAMES[avoided]} at once, start Railbird with --ozone-platform=${avoided}.`,
      ja: `${NAMES[avoided]} をすぐに試すには、--ozone-platform=${avoided} を付けて起動してください。`,
    },
  };
};

const windowFolderNotice = (dataDir: string, movedTo: string | undefined): NewNotice => ({
  subject: 'other',
  key: 'window-folder',
  what: {
    en: 'The window’s own files could not be used, and new ones were made',
    ja: '画面用の一時ファイルが使えなかったため、作り直しました',
  },
  file: dataDir,
  ...(movedTo === undefined ? {} : { movedTo }),
  saved: [NOTHING_LOST],
  gone: [{ en: 'Only what the window had cached.', ja: '画面のキャッシュだけです。' }],
  advice:
    movedTo === undefined
      ? {
          en: 'They could not be moved away either, so this start uses a temporary folder. Remove the folder “window” in the data folder.',
          ja: '移動もできなかったため、今回は一時フォルダを使っています。データフォルダの「window」を削除してください。',
        }
      : {
          en: 'The folder that was set aside can be deleted.',
          ja: '退避したフォルダは削除してかまいません。',
        },
});
