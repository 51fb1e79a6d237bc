// Splits the text of a filter into operators and texts. Positions refer to the typed text.

export type Operator = '=' | '!=' | '<' | '<=' | '>' | '>=' | '!' | ',' | '..' | '|' | '&';

export type Token =
  | { readonly is: 'operator'; readonly operator: Operator; readonly at: number }
  /** `"whole"` and `'part'` are quoted, with quotes inside doubled; `bare` is not. */
  | { readonly is: 'bare' | 'whole' | 'part'; readonly text: string; readonly at: number }
  /** A quote that is not closed. */
  | { readonly is: 'unended'; readonly at: number };

export interface ScanOptions {
  /** Whether `..` and `~` mean a range: names and comments contain dots. */
  readonly ranges: boolean;
  /** Where a comma before three digits is a thousands separator: never, after `<` or `>`, or in lists too. */
  readonly thousands: 'never' | 'compared' | 'always';
}

/** Other characters that mean an operator, which width folding leaves unchanged or turns into something else. */
const ALIKE: Readonly<Record<string, string>> = {
  '、': ',', '〜': '..', '~': '..', '≧': '>=', '≥': '>=', '≦': '<=', '≤': '<=', '≠': '!=',
  '“': '"', '”': '"', '「': '"', '」': '"', '『': '"', '』': '"', '‘': "'", '’': "'",
}; // prettier-ignore

/** Longest first. */
const OPERATORS: readonly Operator[] = ['!=', '<=', '>=', '..', '=', '<', '>', '!', ',', '|'];

const WORDS: Readonly<Record<string, Operator>> = { and: '&', かつ: '&', or: '|', または: '|' };

/** The meaning of a typed character: itself at half width, a quote, or an operator of one or two characters. */
export function meaning(character: string): string {
  const folded = character.normalize('NFKC');
  return ALIKE[folded] ?? ALIKE[character] ?? (folded.length === 1 ? folded : character);
}

/** Splits the text between two operators at the words "and" and "or", and trims the parts. */
function* wordsOf(run: string, start: number): Generator<Token> {
  const joint = /(?<=^|\s)(?:and|or|かつ|または)(?=\s|$)/gi;
  let from = 0;
  const bare = (to: number): readonly Token[] => {
    const part = run.slice(from, to);
    const text = part.trim();
    const at = start + from + part.length - part.trimStart().length;
    return text === '' ? [] : [{ is: 'bare', text, at }];
  };
  for (const found of run.matchAll(joint)) {
    yield* bare(found.index);
    from = found.index + found[0].length;
    const operator = WORDS[found[0].toLowerCase()];
    if (operator) yield { is: 'operator', operator, at: start + found.index };
  }
  yield* bare(run.length);
}

interface Piece {
  readonly token: Token;
  readonly end: number;
}

function quotedAt(text: string, meant: readonly string[], at: number): Piece {
  const quote = meant[at];
  let inside = '';
  for (let index = at + 1; index < text.length; index += 1) {
    if (meant[index] !== quote) inside += text.charAt(index);
    else if (meant[index + 1] === quote) {
      inside += text.charAt(index);
      index += 1;
    } else return { token: { is: quote === '"' ? 'whole' : 'part', text: inside, at }, end: index + 1 };
  }
  return { token: { is: 'unended', at }, end: text.length };
}

const isQuote = (meant: string | undefined): boolean => meant === '"' || meant === "'";

export function scan(text: string, { ranges, thousands }: ScanOptions): readonly Token[] {
  const meant = Array.from({ length: text.length }, (_, index) => meaning(text.charAt(index)));
  const tokens: Token[] = [];
  let run = '';

  const isThousands = (index: number): boolean => {
    if (!/\d$/.test(run.normalize('NFKC')) || !/^,\d{3}(?!\d)/.test(meant.slice(index, index + 5).join('')))
      return false;
    const last = tokens.at(-1);
    const compared = last?.is === 'operator' && /^[<>]/.test(last.operator);
    return thousands === 'always' || (thousands === 'compared' && compared);
  };

  const operatorAt = (index: number): Piece | undefined => {
    const here = meant[index] ?? '';
    const both = here.length > 1 ? here : here + (meant[index + 1] ?? '');
    const operator = OPERATORS.find((each) => both.startsWith(each));
    const literal =
      operator === undefined ||
      (operator === '..' && !ranges) ||
      // After a letter it is punctuation: "Go!".
      (operator === '!' && /\S$/.test(run)) ||
      (operator === ',' && isThousands(index));
    if (literal) return undefined;
    const end = index + (here.length > 1 ? 1 : operator.length);
    return { token: { is: 'operator', operator, at: index }, end };
  };

  let index = 0;
  while (index < text.length) {
    // Inside a word it is an apostrophe.
    const opensQuote = isQuote(meant[index]) && /(?:^|\s)$/.test(run);
    const piece = opensQuote ? quotedAt(text, meant, index) : operatorAt(index);
    if (piece) {
      tokens.push(...wordsOf(run, index - run.length), piece.token);
      run = '';
      index = piece.end;
    } else {
      run += text.charAt(index);
      index += 1;
    }
  }
  tokens.push(...wordsOf(run, index - run.length));
  return tokens;
}
