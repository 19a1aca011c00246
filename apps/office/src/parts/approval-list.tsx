import type { Approval } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import { TextLink } from '@sesa/ui/button.tsx'
import { paths } from '../lib/paths.ts'
import { amountText } from '../lib/words.ts'

/** Approvals that wait, each with a link to its page. */
export function ApprovalList({ approvals }: { approvals: readonly Approval[] }) {
  return (
    <ul className="flex flex-col gap-2">
      {approvals.map(({ id, title, about, maker, expiresAt }) => (
        <li key={id}>
          <TextLink href={paths.approval(id)}>{title}</TextLink>
          {about.amount !== null && `, ${amountText(about.amount)}`}, {about.label}, requested by {maker.name}
          , expires {formatMoment(expiresAt)}
        </li>
      ))}
    </ul>
  )
}
