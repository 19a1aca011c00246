import ts from 'typescript'
import type { SourceFile } from './rule.ts'

/** Words that say where a person's money is. docs/money-claims.md lists each text with such words. */
const CLAIM = new RegExp(
  String.raw`\b(?:${[
    'charged',
    'nothing was sent',
    '(?:haven’t|didn’t) sen[dt] (?:anything|any money)',
    'on its way',
    'way back',
    '(?:goes|go|went|going|given|sent|paid) back',
    'back (?:on|to) your card',
    'returning',
    '(?:was|have) returned',
    'we return',
    'refund(?:s|ed|ing)?',
    'repaid',
    'delivered',
    '(?:could not|cannot|couldn’t|can’t) deliver',
    '(?:did not|didn’t) go through',
    'arrived',
    String.raw`(?:money|\{…\}) reached`,
    'in the wallet of',
    'has the money',
    String.raw`(?:not|never|\w+n’t) (?:paid|succeeded|successful)`,
    'was successful',
    'payment succeeded',
    // What will happen to it.
    'we’re sending',
    String.raw`sending to \{`,
    'going ahead',
    'arrives (?:by|in|within)',
    'usually arrives',
    '(?:will|’ll) (?:arrive|go to|be paid)',
  ].join('|')})\b`,
  'i',
)

/** Only the database reads queries. */
const IS_SQL = /^(\/\* prepared|(\( )?(select|insert|update|delete|with|exists|case when)\b.*[={(])/

/** Whether customers read the texts of a file; texts for staff and engineers do not count. */
export function isReadByCustomers(path: string): boolean {
  return (
    /^(apps\/(api|web)|packages\/(contract|ui))\/src\/.*\.tsx?$/.test(path) &&
    !/\.test\.|\/testing\/|\/gallery\/|\/api\/src\/(bin|cli)\//.test(path) &&
    !/\/http\/server\/metrics\.ts$|\/contract\/src\/office\/|\/modules\/(approvals|office|staff)\/|\/transfers\/(staff\/.*|state\/holds)\.ts$|\/api\/src\/(providers|jobs|db|lib)\//.test(
      path,
    )
  )
}

/** A listed claim: words of a file, and the tests that prove them. */
export interface Claim {
  readonly words: string
  readonly file: string
  readonly needs: string
  /** `path › part of a title`. */
  readonly tests: readonly string[]
  /** The states in which it may be said, of texts that depend on a transfer. */
  readonly whiles: string
}

/** Reads the table of docs/money-claims.md. */
export function readClaims(markdown: string): readonly Claim[] {
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => {
      const [words = '', file = '', needs = '', tests = '', whiles = ''] = line
        .slice(1, -1)
        .split(' | ')
        .map((cell) => cell.trim())
      const plain = (cell: string): string => cell.replaceAll('`', '')
      return { words: plain(words), file: plain(file), needs, tests: tests.split('<br>').map(plain), whiles }
    })
}

/** Sorts claims so that one which contains another comes before it. */
export const longestFirst = <T extends Pick<Claim, 'words'>>(claims: readonly T[]): T[] =>
  claims.toSorted((one, other) => other.words.length - one.words.length)

/** True when a claim may be said in this state: "paid, refunding, no hold; sent" has two alternatives. */
export function mayBeSaid({ whiles }: Pick<Claim, 'whiles'>, state: string, isHeld: boolean): boolean {
  return whiles.split('; ').some((one) => {
    const words = one.split(', ')
    return (words.includes(state) || one === 'any') && !(isHeld && words.includes('no hold'))
  })
}

/** Returns the pattern of a claim’s words; `{…}` stands for anything on one line. */
export function patternOf({ words }: Pick<Claim, 'words'>): RegExp {
  const parts = words.split(/\{[^}]*\}/).map((part) => part.replace(/[.*+?^$()|[\]\\]/g, String.raw`\$&`))
  return new RegExp(parts.join('.*?'), 'g')
}

/** True for a text that says something about money. One word is a label. */
export const isClaim = (text: string): boolean => text.includes(' ') && CLAIM.test(text)

/** Returns every text of a file that a person may read, with `{…}` for values that are filled in. */
export function textsOf({ path, text }: SourceFile): readonly string[] {
  const source = ts.createSourceFile(
    path,
    text,
    ts.ScriptTarget.Latest,
    true,
    path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  )
  const texts: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isTemplateExpression(node)) {
      texts.push(node.head.text + node.templateSpans.map(({ literal }) => `{…}${literal.text}`).join(''))
    } else if (ts.isStringLiteralLike(node) || ts.isJsxText(node)) {
      texts.push(node.text)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return texts.map((one) => one.replace(/\s+/g, ' ').trim()).filter((one) => one.includes(' '))
}

/** Returns the texts of a file that say something about money beyond the words listed for it. */
export function unlisted(file: SourceFile, claims: readonly Claim[]): readonly string[] {
  if (!CLAIM.test(file.text.replace(/\s+/g, ' '))) return []
  const listed = longestFirst(claims.filter((claim) => claim.file === file.path)).map(({ words }) => words)
  return textsOf(file).filter((text) => {
    if (IS_SQL.test(text)) return false
    const left = listed.reduce((rest, words) => rest.replaceAll(words, '…'), text)
    return left.search(CLAIM) >= 0
  })
}
