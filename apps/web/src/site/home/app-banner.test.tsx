import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AppBanner } from './app-banner.tsx'

test('offers each configured store, or else the web app to install', () => {
  const banner = renderToStaticMarkup(<AppBanner />)
  expect(banner).toMatch(
    /%\[when app-store\]<a [^>]*href="%\[app-store\]"[^>]*>Get the iPhone app<\/a>%\[end\]/,
  )
  expect(banner).toMatch(
    /%\[when google-play\]<a [^>]*href="%\[google-play\]"[^>]*>Get the Android app<\/a>%\[end\]/,
  )
  expect(banner).toMatch(/%\[when no-stores\](?:(?!%\[end\]).)*Install Sesa/s)
})
