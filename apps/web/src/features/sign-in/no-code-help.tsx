import type { Config } from '@sesa/contract'
import { TextLink } from '../../ui/button.tsx'

interface NoCodeHelpProps {
  lastDigits: string
  support: Config['support'] | null
}

/** What to look at when the message does not come. */
export function NoCodeHelp({ lastDigits, support }: NoCodeHelpProps) {
  return (
    <details className="rounded-md border border-line bg-surface">
      <summary className="min-h-12 rounded-md px-4 py-3 font-semibold">No code yet?</summary>
      <ul className="flex list-disc flex-col gap-2 pr-4 pb-4 pl-9">
        <li>A message can take a minute or two, more where the network is weak.</li>
        <li>
          The number has to end in {lastDigits}. If it does not, change it and ask again; this costs nothing.
        </li>
        <li>Look among blocked and filtered messages, and free some space if the phone is full.</li>
        {support && (
          <li>
            Still nothing? Call{' '}
            <TextLink href={`tel:${support.phone.replace(/\s/g, '')}`}>{support.phone}</TextLink> or write to{' '}
            <TextLink href={`mailto:${support.email}`}>{support.email}</TextLink>. We never ask for your code.
          </li>
        )}
      </ul>
    </details>
  )
}
