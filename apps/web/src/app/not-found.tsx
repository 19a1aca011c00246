import * as i18n from '@sesa/contract/i18n'
import { LostArt } from '@sesa/ui/art/art.tsx'
import { ButtonLink } from '@sesa/ui/button.tsx'
import { EmptyState } from '@sesa/ui/feedback/empty-state.tsx'
import { paths } from '../lib/paths.ts'

/** Renders the page for an address that the server leaves to the app and the app does not know. */
export default function NotFound() {
  return (
    <div className="mx-auto max-w-160 px-4 py-16">
      <title>{i18n.t('Page not found · Sesa')}</title>
      <h1 className="sr-only">{i18n.t('Page not found')}</h1>
      <EmptyState
        art={<LostArt />}
        title={i18n.t('Page not found')}
        action={<ButtonLink href={paths.dashboard}>{i18n.t('Go to your transactions')}</ButtonLink>}
      >
        {i18n.t('There is no page at this address.')}
      </EmptyState>
    </div>
  )
}
