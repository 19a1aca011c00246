import type { ReactNode } from 'react'

/** Returns a placeholder that the server fills in, for a company value that the build does not know. */
function slot(name: string): string {
  return `%[${name}]`
}

/** Returns a placeholder that the server fills in at each request, on a live page. */
export function liveSlot(name: string): string {
  return `%[live:${name}]`
}

/** Marks content that the server keeps only when the value is set. */
export function When({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      {`%[when ${name}]`}
      {children}
      {'%[end]'}
    </>
  )
}

/** Marks content of a live page that the server keeps only when the value is set. */
export function WhenLive({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      {`%[live:when ${name}]`}
      {children}
      {'%[live:end]'}
    </>
  )
}

/** How to reach the company. */
export const SUPPORT = {
  address: slot('address'),
  phone: slot('phone'),
  tel: slot('tel'),
  email: slot('email'),
  socials: ['Facebook', 'Instagram', 'X'].map((name) => ({ name, url: slot(name) })),
}

/** The company's app in the stores, if it has one. */
export const STORES = [
  { name: 'app-store', url: slot('app-store'), text: 'Get the iPhone app' },
  { name: 'google-play', url: slot('google-play'), text: 'Get the Android app' },
]

/** The product's public address, without a trailing slash. */
export const ORIGIN = slot('origin')
