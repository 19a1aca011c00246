import { formatMoment } from '@sesa/web/format'
import { Button } from '@sesa/web/ui/button.tsx'
import { Notice } from '@sesa/web/ui/feedback/notice.tsx'
import { useToast } from '@sesa/web/ui/feedback/toast.tsx'

/** A new invitation's link, shown once. */
export function InvitationLink({ link, expiresAt }: { link: string; expiresAt: string }) {
  const toast = useToast()
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => toast('Link copied'),
      () => undefined,
    )
  return (
    <Notice
      tone="ok"
      title="Send this link to the member"
      action={
        <Button variant="secondary" onClick={() => void copy()}>
          Copy the link
        </Button>
      }
    >
      <span className="block break-all select-all">{link}</span>
      It works once, until {formatMoment(expiresAt)}. We show it only now.
    </Notice>
  )
}
