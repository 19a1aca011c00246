import { InstallOffer } from '../features/chrome/install-offer.tsx'
import { HomeScreenArt } from './art.tsx'

/** Instead of an app store: the web app itself can be installed. */
export function AppBanner() {
  return (
    <section aria-labelledby="app-title" className="on-deep overflow-hidden">
      <div className="mx-auto grid max-w-288 items-end gap-10 px-4 pt-16 sm:px-6 md:grid-cols-[1fr_auto]">
        <div className="pb-4 md:pb-16">
          <h2 id="app-title" className="text-3xl md:text-5xl">
            Sesa on your home screen
          </h2>
          <p className="mt-4 max-w-[48ch] text-lg text-on-deep-muted">
            No app store, next to no storage, always the newest version. It opens like an app and uses as
            little data as the website, because that is what it is.
          </p>
          <div className="mt-8">
            <InstallOffer />
          </div>
        </div>
        <HomeScreenArt className="mx-auto w-56 md:w-72" />
      </div>
    </section>
  )
}
