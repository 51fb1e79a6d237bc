// "Report a problem".

import { texts } from './texts.ts';

export const report = texts({
  title: ['Report a problem', '問題を報告'],
  meaning: [
    'This becomes a text file. Nothing is sent: read it, remove what you do not want to share, save it, and send it to whoever helps you. Keys are not in it.',
    '内容をテキストファイルに保存します。送信はしません。読んで、見せたくない部分は消してから保存し、ご自身で相手に送ってください。キーは含まれていません。',
  ],
  happened: ['What happened', '起きたこと'],
  happenedExample: [
    'What you did, what you expected, and what you saw instead',
    '何をして、どうなるはずが、どうなったか',
  ],
  facts: ['About this installation, and the end of its log', 'この環境の情報とログの終わり'],
  save: ['Save as a file', 'ファイルに保存'],
});
