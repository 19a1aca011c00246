import { useEffect, useRef } from 'react'
import * as i18n from '@sesa/contract/i18n'
import { noWrap } from '../layout/no-wrap.tsx'

export interface SummaryError {
  /** The field's id; without one the line is not a link. */
  id?: string
  message: string
}

interface ErrorSummaryProps {
  errors: readonly SummaryError[]
  /** Number of submits: the summary receives the focus after each one with errors. */
  attempt: number
  title?: string
}

/** Lists the errors, on top of the form and focused. Each line repeats its field's message and links to it. */
export function ErrorSummary({ errors, attempt, title = i18n.t('There is a problem') }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  const found = errors.length > 0

  useEffect(() => {
    if (found && attempt > 0) box.current?.focus()
  }, [found, attempt])

  if (!found) return null
  const ordered = inOrderOfFields(errors)
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="alert"
      aria-labelledby="error-summary-title"
      className="rounded-md border-2 border-danger bg-danger-soft p-4"
    >
      <h2 id="error-summary-title" className="text-xl">
        {title}
      </h2>
      <ul className="mt-2 flex flex-col gap-1">
        {ordered.map((error) => (
          <li key={`${error.id ?? ''}${error.message}`} className="font-semibold text-danger">
            {error.id ? (
              <a
                href={`#${error.id}`}
                className="inline-block py-1 underline decoration-2 underline-offset-4"
                onClick={(event) => {
                  event.preventDefault()
                  document.getElementById(error.id ?? '')?.focus()
                }}
              >
                {noWrap(error.message)}
              </a>
            ) : (
              noWrap(error.message)
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Sorts the errors by the position of their fields on the page; those without a field come first. */
function inOrderOfFields(errors: readonly SummaryError[]): readonly SummaryError[] {
  const places = new Map(errors.map((error) => [error, document.getElementById(error.id ?? '')]))
  return errors.toSorted((a, b) => {
    const [one, other] = [places.get(a), places.get(b)]
    if (!one || !other) return Number(Boolean(one)) - Number(Boolean(other))
    return one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1
  })
}
