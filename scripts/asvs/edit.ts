import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A text that occurs once in its file, and its replacement. */
interface Replacement {
  readonly file: string
  readonly find: string
  readonly replace: string
}

/** Removes one control from the sources. */
export interface Edit extends Replacement {
  /** The control that the edit removes, in a few words. */
  readonly what: string
  /** The rows whose named tests must notice. */
  readonly rows: readonly string[]
  /** Further places of the same control, each of which would hold alone. */
  readonly also?: readonly Replacement[]
}

/** Returns the files that an edit changes. */
export const filesOf = ({ file, also = [] }: Edit): string[] => [file, ...also.map((one) => one.file)]

/** Returns the changed files without the control. Throws unless each text occurs exactly once in its file. */
export function applied({ what, rows, also = [], ...first }: Edit, root: string): Map<string, string> {
  const texts = new Map<string, string>()
  for (const { file, find, replace } of [first, ...also]) {
    const text = texts.get(file) ?? readFileSync(join(root, file), 'utf8')
    const times = text.split(find).length - 1
    if (times !== 1 || find === replace)
      throw new Error(
        `${rows.join(' ')} (${what}): the text to replace occurs ${times} times in ${file}. Adapt the edit to the code.`,
      )
    texts.set(
      file,
      text.replace(find, () => replace),
    )
  }
  return texts
}
