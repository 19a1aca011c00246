import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { useMe } from '../lib/session.ts'

/** Says in the sandbox how one person tries what takes two. */
export function SandboxNotice() {
  const { sandbox } = useMe()
  if (!sandbox) return null
  return (
    <Notice title="Sandbox: you can be both requester and approver">
      Run <code>npm run sesa -- staff sandbox-members</code> for links of members who can act immediately.
      Open each link in its own browser profile. Members you invite here wait 24 hours, as in live mode.
    </Notice>
  )
}
