import * as i18n from '@sesa/contract/i18n'
import { ButtonLink } from '@sesa/ui/button.tsx'
import { InstallOffer } from '../../features/chrome/install-offer.tsx'
import { STORES, When } from '../../features/chrome/slots.tsx'
import { HomeScreenArt } from '../art.tsx'

/** Renders the app-store banner: a link to each store with the company's app, or else the offer to install the web app. */
export function AppBanner() {
  return (
    <section aria-labelledby="app-title" className="on-deep overflow-hidden">
      <div className="mx-auto grid max-w-288 items-end gap-10 px-4 py-10 sm:px-6 md:pt-16 md:pb-0 md:grid-cols-[1fr_auto]">
        <div className="md:pb-16">
          <h2 id="app-title" className="text-2xl md:text-5xl">
            {i18n.t('Sesa on your home screen')}
          </h2>
          <div className="mt-4 flex flex-col items-start gap-4">
            {STORES.map(({ name, url, text }) => (
              <When key={name} name={name}>
                <ButtonLink href={url} variant="accent" size="lg">
                  {text}
                </ButtonLink>
              </When>
            ))}
            <When name="no-stores">
              <InstallOffer />
            </When>
          </div>
        </div>
        <HomeScreenArt className="mx-auto hidden w-72 md:block" />
      </div>
    </section>
  )
}
