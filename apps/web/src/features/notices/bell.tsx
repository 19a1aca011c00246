import * as i18n from '@sesa/contract/i18n'
import { BellIcon } from '@sesa/ui/art/icons.tsx'
import { paths } from '../../lib/paths.ts'
import { useUnread } from './unread.ts'

const MOST_SHOWN = 99

/** Renders the link to the notices in the header, with the number of unread ones. */
export function Bell({ current }: { current: string }) {
  const unread = useUnread() ?? 0
  const shown = unread > MOST_SHOWN ? `${MOST_SHOWN}+` : String(unread)
  return (
    <a
      href={paths.notices}
      aria-label={unread === 0 ? i18n.t('Notices') : i18n.t('Notices, {shown} unread', { shown })}
      aria-current={current === paths.notices ? 'page' : undefined}
      className="relative flex size-[min(3rem,14vw)] shrink-0 items-center justify-center rounded-full hover:bg-sunken"
    >
      <BellIcon />
      {unread > 0 && (
        <span
          aria-hidden
          className="absolute top-0.5 right-0 flex h-6 min-w-6 items-center justify-center rounded-full border-2 border-paper bg-brand px-1 leading-none font-bold text-on-brand forced-colors:border-[CanvasText]"
        >
          {shown}
        </span>
      )}
    </a>
  )
}
