import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'

/** The page without its link: after a reload, or from an address that was cut off. */
export function NoToken() {
  return (
    <Notice
      tone="warn"
      title="Open the link in the mail again"
      action={
        <ButtonLink href={paths.dashboard} variant="secondary">
          Go to your account
        </ButtonLink>
      }
    >
      This page needs all of it: copy it whole if pressing it does not work.
    </Notice>
  )
}
