import * as i18n from '@sesa/contract/i18n'
import { rich } from '@sesa/ui/rich.tsx'

/**
 * Renders a slim bar on top of the page that reports that the device is offline and what that means. It moves the page
 * down and covers no control. Part of every document; `document/early.ts` shows it, and closes it by the button's id.
 */
export function ConnectionBar() {
  return (
    <div role="status" className="sticky top-0 z-40">
      <p className="on-deep hidden items-center justify-between gap-4 pl-4 cut:flex print:hidden">
        <span>
          {rich(i18n.t('<strong>You’re offline.</strong> We’ll reconnect when you’re back.'), {
            strong: (text) => <strong>{text}</strong>,
          })}
        </span>
        <button id="x" className="min-h-12 px-4 underline">
          {i18n.t('Close')}
        </button>
      </p>
    </div>
  )
}
