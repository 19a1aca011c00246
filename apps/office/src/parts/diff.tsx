import * as v from 'valibot'
import { cx } from '@sesa/ui/class-names.ts'
import { readable } from '../lib/words.ts'
import { Value, valueText } from './values.tsx'

const identified = v.object({ id: v.string() })

type Values = Readonly<Record<string, unknown>> | null

export interface Change {
  readonly name: string
  readonly kind: 'added' | 'removed' | 'changed' | 'same'
  readonly before: unknown
  readonly after: unknown
}

/** Returns every value that is named before or after, in the order of their names. */
export function changesOf(before: Values, after: Values): Change[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].toSorted()
  return names.map((name) => {
    const [old, now] = [before?.[name], after?.[name]]
    const kind =
      old === undefined
        ? 'added'
        : now === undefined
          ? 'removed'
          : valueText(old) === valueText(now)
            ? 'same'
            : 'changed'
    return { name, kind, before: old, after: now }
  })
}

/**
 * Returns every single value within nested ones, by its path, such as `rules › many-senders › atLeast`. Items of a list go by
 * their id where they have one, so that an item that moved is not a change.
 */
export function leavesOf(value: unknown, path: readonly string[] = []): Record<string, unknown> {
  const parts: readonly (readonly [string, unknown])[] = Array.isArray(value)
    ? value.map((item, at) => [v.is(identified, item) ? item.id : String(at + 1), item] as const)
    : v.is(v.record(v.string(), v.unknown()), value)
      ? Object.entries(value)
      : []
  if (parts.length === 0) return path.length === 0 ? {} : { [path.join(' › ')]: value }
  return Object.assign({}, ...parts.map(([name, part]) => leavesOf(part, [...path, name]))) as Record<
    string,
    unknown
  >
}

const KIND_WORDS = { added: 'Added', removed: 'Removed', changed: 'Changed', same: 'Same' } as const

/** The values before and after a change, side by side. */
export function Diff({
  before,
  after,
  onlyChanges = false,
}: {
  before: Values
  after: Values
  onlyChanges?: boolean
}) {
  const changes = changesOf(before, after).filter(({ kind }) => !onlyChanges || kind !== 'same')
  if (changes.length === 0) return <p className="text-muted">No changes.</p>
  return (
    <div className="overflow-x-auto">
      <table className="w-full border-collapse text-left">
        <thead>
          <tr>
            {['Value', 'Before', 'After', 'Change'].map((header) => (
              <th key={header} scope="col" className="border-b border-line px-2 py-2 text-muted">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {changes.map(({ name, kind, before: old, after: now }) => (
            <tr key={name} className="align-top">
              <th scope="row" className="border-b border-line px-2 py-2">
                {readable(name)}
              </th>
              <td
                className={cx(
                  'border-b border-line px-2 py-2',
                  (kind === 'removed' || kind === 'changed') && 'bg-danger-soft',
                )}
              >
                {kind === 'added' ? '' : <Value value={old} />}
              </td>
              <td
                className={cx(
                  'border-b border-line px-2 py-2',
                  (kind === 'added' || kind === 'changed') && 'bg-ok-soft',
                )}
              >
                {kind === 'removed' ? '' : <Value value={now} />}
              </td>
              <td className="border-b border-line px-2 py-2">{KIND_WORDS[kind]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
