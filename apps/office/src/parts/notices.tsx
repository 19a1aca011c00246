import type { CustomerPage } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import { wordOf } from '../lib/words.ts'

type Notice = CustomerPage['notices'][number]

const whereText = ({ channel, readAt }: Notice): string => {
  if (channel === 'message') return 'by email or SMS'
  return readAt === null ? 'in the app, unread' : `in the app, read ${formatMoment(readAt)}`
}

/** Notices that a customer got, the newest first, by kind: staff do not see the texts. */
export function Notices({ notices }: { notices: readonly Notice[] }) {
  if (notices.length === 0) return <p className="text-muted">None.</p>
  return (
    <ul className="flex flex-col gap-2">
      {notices.map((notice) => (
        <li key={`${notice.at}${notice.kind}${notice.channel}`}>
          <b>{wordOf('notice', notice.kind)}</b>, {formatMoment(notice.at)}, {whereText(notice)}
        </li>
      ))}
    </ul>
  )
}
