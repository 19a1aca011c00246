import { TextLink } from '@sesa/ui/button.tsx'
import { paths } from '../lib/paths.ts'
import { readable } from '../lib/words.ts'

interface CaseLinksProps {
  cases: readonly { number: string; kind: string; state: string; outcome?: string | null }[]
  /** What to say without any. */
  none: string
}

/** Leads to cases about a person. */
export function CaseLinks({ cases, none }: CaseLinksProps) {
  if (cases.length === 0) return <p className="text-muted">{none}</p>
  return (
    <ul className="flex flex-col gap-2">
      {cases.map(({ number, kind, state, outcome }) => (
        <li key={number}>
          <TextLink href={paths.case(number)}>{number}</TextLink>, {readable(kind)},{' '}
          {readable(outcome ?? state)}
        </li>
      ))}
    </ul>
  )
}
