import { ButtonLink } from '@sesa/ui/button.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { paths } from '../../lib/paths.ts'

/** Renders the message when the link's secret is missing: after a reload, or when the address was truncated. */
export function NoToken() {
  return (
    <Notice
      tone="warn"
      title="Open the link in the email again"
      action={
        <ButtonLink href={paths.dashboard} variant="secondary">
          Go to your account
        </ButtonLink>
      }
    >
      If the link doesn’t open, copy and paste the whole address.
    </Notice>
  )
}
