import { cx } from '@sesa/web/ui/class-names.ts'
import { readable } from '../../lib/words.ts'
import { Value, valueText } from '../../parts/values.tsx'

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

const KIND_WORDS = { added: 'Added', removed: 'Removed', changed: 'Changed', same: 'Same' } as const

/** The values before and after a change, side by side. */
export function Diff({ before, after }: { before: Values; after: Values }) {
  const changes = changesOf(before, after)
  if (changes.length === 0) return <p className="text-muted">This entry changed no values.</p>
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
