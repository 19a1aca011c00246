import type { Approval } from '@sesa/contract/office'
import { ButtonLink } from '@sesa/web/ui/button.tsx'
import { Notice } from '@sesa/web/ui/feedback/notice.tsx'
import { paths } from '../lib/paths.ts'
import { ACTION_WORDS } from '../lib/words.ts'

/** Says that something waits for a second person, and leads to it. */
export function Asked({ approval: { id, action } }: { approval: Approval }) {
  return (
    <Notice
      tone="ok"
      title={`Asked: ${ACTION_WORDS[action]}`}
      action={
        <ButtonLink href={paths.approval(id)} variant="secondary">
          Open the request
        </ButtonLink>
      }
    >
      It waits for a second person.
    </Notice>
  )
}
