import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { useMe } from '../lib/session.ts'

/** Says in the sandbox how one person tries what takes two. */
export function SandboxNotice() {
  const { sandbox } = useMe()
  if (!sandbox) return null
  return (
    <Notice title="Sandbox: you can play both people">
      Run <code>npm run sesa -- staff sandbox-members</code> for the links of members who may act at once.
      Open each link in a browser profile of its own. Members whom you invite here wait 24 hours, as in live
      mode.
    </Notice>
  )
}
