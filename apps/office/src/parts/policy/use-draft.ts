import { useState } from 'react'
import { setAt, type CellKind, type Path } from './document.ts'

interface Versioned<D> {
  /** The version that is in force. */
  readonly version: number
  readonly document: D
}

interface State<D> {
  /** The version in force that the edits are compared with, and its document. */
  readonly base: Versioned<D>
  readonly document: D
  /** Texts in cells that differ from how the document's value is shown, by place; with the remedy where one is no value. */
  readonly typed: Readonly<Record<string, Typed>>
}

interface Typed {
  readonly text: string
  readonly remedy?: string
}

/** What cells need of a draft. */
export interface Draft {
  readonly document: unknown
  readonly base: unknown
  readonly typed: Readonly<Record<string, Typed>>
  type: <T>(path: Path, text: string, kind: CellKind<T>) => void
  /** Shows the document's value instead of the typed text, unless that is no value. */
  tidy: (path: Path) => void
  /** Puts a value at a place, and forgets what was typed below it. */
  set: (path: Path, value: unknown) => void
}

export const keyOf = (path: Path): string => path.join(' ')

/**
 * Holds a member's edits of a policy document. Without edits it follows the version in force. With edits, a newer version
 * does not touch them: the draft is then stale, until the member compares it with that version. `askedOf`: the part of the
 * document that a request names.
 */
export function useDraft<D>(
  inForce: Versioned<D>,
  askedOf: (document: D) => unknown = (document) => document,
) {
  const [state, setState] = useState<State<D>>({ base: inForce, document: inForce.document, typed: {} })
  const isChanged = textOf(askedOf(state.document)) !== textOf(askedOf(state.base.document))
  const problems = Object.values(state.typed).flatMap(({ remedy }) => remedy ?? [])
  const isTouched =
    textOf(state.document) !== textOf(state.base.document) || Object.keys(state.typed).length > 0
  const isNew = state.base.version !== inForce.version
  if (isNew && !isTouched) setState({ base: inForce, document: inForce.document, typed: {} })

  const edit = (change: (state: State<D>) => Partial<State<D>>) =>
    setState((before) => ({ ...before, ...change(before) }))
  return {
    document: state.document,
    base: state.base.document,
    typed: state.typed,
    isChanged,
    version: state.base.version,
    /** True while a newer version is in force than the one the edits began with. */
    isStale: isNew && isTouched,
    /** The remedies of cells whose text is no value. */
    problems,
    type: <T>(path: Path, text: string, kind: CellKind<T>) =>
      edit(({ document, typed }) => {
        const value = kind.read(text)
        if (value === undefined) return { typed: { ...typed, [keyOf(path)]: { text, remedy: kind.remedy } } }
        return { document: setAt(document, path, value), typed: { ...typed, [keyOf(path)]: { text } } }
      }),
    tidy: (path: Path) =>
      edit(({ typed }) => {
        const { [keyOf(path)]: left, ...others } = typed
        return left?.remedy === undefined ? { typed: others } : {}
      }),
    set: (path: Path, value: unknown) =>
      edit(({ document, typed }) => ({
        document: setAt(document, path, value),
        typed: Object.fromEntries(
          Object.entries(typed).filter(([key]) => !`${key} `.startsWith(`${keyOf(path)} `)),
        ),
      })),
    /** Replaces the whole document: by an imported one, or an earlier version. */
    replace: (document: D) => edit(() => ({ document, typed: {} })),
    /** Keeps the edits and compares them with the version in force now. */
    rebase: () => edit(() => ({ base: inForce })),
    reset: () => setState({ base: inForce, document: inForce.document, typed: {} }),
  }
}

const textOf = (document: unknown): string => JSON.stringify(document)

/** The draft has settled when nothing was typed for so long. */
export const SETTLED_MS = 400
