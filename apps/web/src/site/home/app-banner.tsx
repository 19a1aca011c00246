import { ButtonLink } from '@sesa/ui/button.tsx'
import { InstallOffer } from '../../features/chrome/install-offer.tsx'
import { STORES, When } from '../../features/chrome/slots.tsx'
import { HomeScreenArt } from '../art.tsx'

/** Renders the app-store banner: a link to each store with the company's app, or else the offer to install the web app. */
export function AppBanner() {
  return (
    <section aria-labelledby="app-title" className="on-deep overflow-hidden">
      <div className="mx-auto grid max-w-288 items-end gap-10 px-4 pt-16 sm:px-6 md:grid-cols-[1fr_auto]">
        <div className="pb-4 md:pb-16">
          <h2 id="app-title" className="text-3xl md:text-5xl">
            Sesa on your home screen
          </h2>
          <p className="mt-4 max-w-[48ch] text-lg text-on-deep-muted">
            Send money and follow it from your phone.
          </p>
          <div className="mt-8 flex flex-col items-start gap-4">
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
        <HomeScreenArt className="mx-auto w-56 md:w-72" />
      </div>
    </section>
  )
}
