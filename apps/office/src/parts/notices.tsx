import type { CustomerPage } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import { wordOf } from '../lib/words.ts'
import { Folded } from './folded.tsx'

type Notice = CustomerPage['notices'][number]

/** Says where a customer got a notice, and when they read it: "in the app, read 21 Nov 2026, 14:05 GMT". */
export const whereText = ({ channel, readAt }: Notice): string => {
  if (channel === 'message') return 'by email or SMS'
  return readAt === null ? 'in the app, unread' : `in the app, read ${formatMoment(readAt)}`
}

/** Notices that a customer got, the newest first, by kind: staff do not see the texts. */
export function Notices({ notices }: { notices: readonly Notice[] }) {
  return (
    <Folded
      what="notices"
      lines={notices.map((notice) => ({
        key: `${notice.at}${notice.kind}${notice.channel}`,
        line: (
          <>
            <b>{wordOf('notice', notice.kind)}</b>, {formatMoment(notice.at)}, {whereText(notice)}
          </>
        ),
      }))}
    />
  )
}
