import type { Approval } from '@sesa/contract/office'
import { ButtonLink } from '@sesa/ui/button.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { paths } from '../lib/paths.ts'

/** Says that a request waits for a second person, and leads to it. */
export function AskedNotice({ approval }: { approval: Approval }) {
  return (
    <Notice
      tone="ok"
      title={`Requested: ${approval.title}`}
      action={
        <ButtonLink href={paths.approval(approval.id)} variant="secondary">
          Open request
        </ButtonLink>
      }
    >
      Awaiting approval.
    </Notice>
  )
}
