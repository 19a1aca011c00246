import type { ReactNode } from 'react'
import { cx } from '@sesa/ui/class-names.ts'

export type EvidenceMark = 'same' | 'differs' | 'unknown'

/** One fact on both sides. Without a mark, only one side can have it. */
export interface EvidenceRow {
  readonly fact: string
  readonly ours: string | null
  readonly theirs: string | null
  readonly mark: EvidenceMark | null
  /** How far the mark goes: "as far as given". */
  readonly extent?: string | undefined
}

const SIGNS = { same: '=', differs: '≠', unknown: '?' } as const
/** A value of more characters scrolls in its cell. */
const LONG = 120
const ALARM = 'bg-accent-soft text-warn'

interface EvidenceGridProps {
  caption: string
  ours: string
  theirs: string
  rows: readonly EvidenceRow[]
  /** The mark that asks for a second look: the same person on a list, or another one in a document. */
  alarm: EvidenceMark
}

/** Compares our record with another, fact by fact. What one side does not say is unknown, never different. */
export function EvidenceGrid({ caption, ours, theirs, rows, alarm }: EvidenceGridProps) {
  return (
    <table className="w-full table-fixed border-collapse text-left">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          <Head wide>Fact</Head>
          <Head>{ours}</Head>
          <Head>{theirs}</Head>
          <Head wide>Result</Head>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ fact, ours: left, theirs: right, mark, extent }) => (
          <tr key={fact} className="border-t border-line align-top">
            <td className="py-1.5 pr-3 text-muted">{fact}</td>
            <Said text={left} mark={mark} />
            <Said text={right} mark={mark} />
            <td className="py-1.5">
              {mark !== null && (
                <span className={cx('rounded-md px-2 py-0.5 font-semibold', mark === alarm && ALARM)}>
                  <span aria-hidden="true">{SIGNS[mark]} </span>
                  {mark}
                </span>
              )}
              {extent !== undefined && <span className="block px-2 text-muted">{extent}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Head({ children, wide = false }: { children: ReactNode; wide?: boolean }) {
  return (
    <th scope="col" className={cx('pr-3 pb-1 font-semibold text-muted', wide && 'w-32')}>
      {children}
    </th>
  )
}

function Said({ text, mark }: { text: string | null; mark: EvidenceMark | null }) {
  const missing = mark === null ? '' : 'not given'
  return (
    <td className={cx('py-1.5 pr-3 wrap-anywhere', text === null ? 'text-muted' : 'font-semibold')}>
      {text !== null && text.length > LONG ? (
        // Takes the focus, so that the keyboard can scroll it.
        <div tabIndex={0} className="max-h-24 overflow-y-auto">
          {text}
        </div>
      ) : (
        (text ?? missing)
      )}
    </td>
  )
}
