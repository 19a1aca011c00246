import * as i18n from '@sesa/contract/i18n'
import { OfflineArt } from '@sesa/ui/art/art.tsx'
import { ButtonLink } from '@sesa/ui/button.tsx'

/**
 * Replaces any document while there is no connection. It shows at the requested address, so a link to the same page
 * retries; `document/early.ts` reloads it once the connection is back.
 */
export function OfflinePage() {
  return (
    <div
      data-offline=""
      className="mx-auto flex max-w-160 flex-col items-center gap-6 px-4 py-16 text-center sm:py-24"
    >
      <OfflineArt className="size-40" />
      <h1 className="text-4xl">{i18n.t('You’re offline')}</h1>
      <p className="max-w-[48ch] text-lg text-muted">
        {i18n.t('We’ll reload when you’re back online. Transfers in progress aren’t affected.')}
      </p>
      <ButtonLink href="">{i18n.t('Try again')}</ButtonLink>
    </div>
  )
}
