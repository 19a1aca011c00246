import type { Config } from '@sesa/contract'
import { TextLink } from '../../ui/button.tsx'

interface NoCodeHelpProps {
  lastDigits: string
  support: Config['support'] | null
}

/** Help when the message does not arrive. */
export function NoCodeHelp({ lastDigits, support }: NoCodeHelpProps) {
  return (
    <details className="rounded-md border border-line bg-surface">
      <summary className="min-h-12 rounded-md px-4 py-3 font-semibold">Didn’t get a code?</summary>
      <ul className="flex list-disc flex-col gap-2 pr-4 pb-4 pl-9">
        <li>It can take a minute or two, longer on a weak network.</li>
        <li>Does your number end in {lastDigits}? If not, change it. It’s free.</li>
        <li>Check your blocked and spam messages.</li>
        {support && (
          <li>
            Still nothing? Call{' '}
            <TextLink href={`tel:${support.phone.replace(/\s/g, '')}`}>{support.phone}</TextLink> or write to{' '}
            <TextLink href={`mailto:${support.email}`}>{support.email}</TextLink>. We’ll never ask for your
            code.
          </li>
        )}
      </ul>
    </details>
  )
}
