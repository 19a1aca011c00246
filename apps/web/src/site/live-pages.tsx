import { renderToStaticMarkup } from 'react-dom/server'
import { AlertOffPage } from './pages/alert-off-page.tsx'
import { TrackPage } from './pages/track-page.tsx'
import type { RenderedPage } from './rendered-page.ts'

/** Renders the pages that the server fills for each request, by the path that names them. Build time only. */
export function renderLivePages(): Readonly<Record<string, RenderedPage>> {
  return {
    '/track/{token}': {
      path: '/track/{token}',
      // Link previews show both to everyone, so they reveal nothing about the transfer.
      title: 'Track a money transfer',
      description: 'See where the money is. You don’t need an account.',
      facts: [],
      entries: ['track'],
      hidden: true,
      body: renderToStaticMarkup(<TrackPage />),
    },
    '/rate-alerts/off/{token}': {
      path: '/rate-alerts/off/{token}',
      title: 'Turn off a rate alert',
      description: 'Turn off an alert about our exchange rate. You don’t need to sign in.',
      facts: [],
      entries: [],
      hidden: true,
      referrer: 'same-origin',
      body: renderToStaticMarkup(<AlertOffPage />),
    },
  }
}
