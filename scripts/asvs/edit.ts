import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A text that stands once in its file, and what takes its place. */
interface Replacement {
  readonly file: string
  readonly find: string
  readonly replace: string
}

/** Removes one control from the sources. */
export interface Edit extends Replacement {
  /** The control that the edit removes, in a few words. */
  readonly what: string
  /** The rows whose named tests have to notice. */
  readonly rows: readonly string[]
  /** The other places of a control that has several: each alone would hold. */
  readonly also?: readonly Replacement[]
}

/** The files that an edit changes. */
export const filesOf = ({ file, also = [] }: Edit): string[] => [file, ...also.map((one) => one.file)]

/** The changed files without the control. Throws where a text does not stand in its file exactly once. */
export function applied({ what, rows, also = [], ...first }: Edit, root: string): Map<string, string> {
  const texts = new Map<string, string>()
  for (const { file, find, replace } of [first, ...also]) {
    const text = texts.get(file) ?? readFileSync(join(root, file), 'utf8')
    const times = text.split(find).length - 1
    if (times !== 1 || find === replace)
      throw new Error(
        `${rows.join(' ')} (${what}): the text to replace stands ${times} times in ${file}. Adapt the edit to the code.`,
      )
    texts.set(
      file,
      text.replace(find, () => replace),
    )
  }
  return texts
}
