import ts from 'typescript'

export interface SourceFile {
  /** Relative to the repository's folder, with forward slashes. */
  readonly path: string
  readonly text: string
}

/** A convention of this repository that no other tool checks. */
export interface Rule {
  readonly name: string
  /** The remedy. */
  readonly remedy: string
  /** Returns true if the rule applies to a file. */
  appliesTo(path: string): boolean
  /** Returns the offsets in the text at which the rule is violated. */
  offences(file: SourceFile): readonly number[]
}

export interface Findings {
  /** Number of files to which the rule applied: if it is 0, the absence of findings proves nothing. */
  readonly looked: number
  /** `file:line: name: remedy`, one for each line that violates the rule. */
  readonly found: readonly string[]
}

export function findings(rule: Rule, files: readonly SourceFile[]): Findings {
  const own = files.filter(({ path }) => rule.appliesTo(path))
  const found = own.flatMap((file) => {
    const lines = new Set(rule.offences(file).map((offset) => lineAt(file.text, offset)))
    return [...lines].map((line) => `${file.path}:${line}: ${rule.name}: ${rule.remedy}`)
  })
  return { looked: own.length, found }
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

/** Returns the offsets of every match of the patterns. */
export function matches(text: string, ...patterns: readonly RegExp[]): number[] {
  return patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(({ index }) => index))
}

const CODE = /\.(ts|tsx)$/
const TEST = /\.(test|typetest|spec)\.tsx?$|\/testing\/|\/test-[^/]+\.ts$|^e2e\//

export const isCode = (path: string): boolean => CODE.test(path)
export const isTest = (path: string): boolean => TEST.test(path)
/** Returns true for code that runs for customers or simulates providers, unlike tests, benches and tools. */
export const isProduct = (path: string): boolean =>
  /^(apps|packages)\//.test(path) && isCode(path) && !isTest(path)

/** Returns the offsets of the syntax nodes that `isOffence` selects. */
export function nodes({ path, text }: SourceFile, isOffence: (node: ts.Node) => boolean): number[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const offsets: number[] = []
  const visit = (node: ts.Node): void => {
    if (isOffence(node)) offsets.push(node.getStart(source))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return offsets
}
