import type { ReactNode } from 'react'
import * as i18n from '@sesa/contract/i18n'

/** Returns a placeholder that the server fills, for a company value that the build does not know. */
function slot(name: string): string {
  return `%[${name}]`
}

/** Returns a placeholder that the server fills for each request, on a live page. */
export function liveSlot(name: string): string {
  return `%[live:${name}]`
}

/** Marks content that the server keeps only if the value is set. */
export function When({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      {`%[when ${name}]`}
      {children}
      {'%[end]'}
    </>
  )
}

/** Marks content of a live page that the server keeps only if the value is set. */
export function WhenLive({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      {`%[live:when ${name}]`}
      {children}
      {'%[live:end]'}
    </>
  )
}

/** The company's support contacts. */
export const SUPPORT = {
  address: slot('address'),
  phone: slot('phone'),
  tel: slot('tel'),
  email: slot('email'),
  socials: ['Facebook', 'Instagram', 'X'].map((name) => ({ name, url: slot(name) })),
}

/** The company's app in the stores, if it has one. */
export const STORES = [
  { name: 'app-store', url: slot('app-store'), text: i18n.t('Get the iPhone app') },
  { name: 'google-play', url: slot('google-play'), text: i18n.t('Get the Android app') },
]

/** The product's public address, without a trailing slash. */
export const ORIGIN = slot('origin')

/** Repeats content for each item of a list; `item` names its values. */
export function Each({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      {`%[each ${name}]`}
      {children}
      {'%[end]'}
    </>
  )
}

/** Returns the placeholder for a value of the current list item. */
export function item(name: string): string {
  return slot(`item.${name}`)
}

/** The company, as named on its legal pages. */
export const LEGAL = {
  name: slot('legal-name'),
  number: slot('legal-number'),
  address: slot('legal-address'),
  complaintsPhone: slot('complaints-phone'),
  complaintsTel: slot('complaints-tel'),
  complaintsEmail: slot('complaints-email'),
  regulatedBy: slot('regulated-by'),
}

/** The limits of every customer, and the time when all terms were read. */
export const TERMS = {
  at: slot('terms-at'),
  perTransfer: slot('limit-transfer'),
  per24Hours: slot('limit-day'),
  per30Days: slot('limit-month'),
}

/**
 * Where money can be sent now: "Liberia, Ghana and Sierra Leone", or "West Africa" while the server cannot read it. The
 * other values must be within a region of their name.
 */
export const REACH = {
  to: slot('reach-to'),
  toOr: slot('reach-to-or'),
  from: slot('reach-from'),
  closed: slot('reach-closed'),
  usualTime: slot('usual-time'),
}

/** Time and source of the rates on the rate pages. */
export const RATES = {
  at: slot('rates-at'),
  from: slot('rates-from'),
  source: slot('rates-source'),
  historySources: slot('history-sources'),
}

/** Returns the placeholder for a value of one direction, such as "LR-GH.rate". */
export function rateSlot(name: string): string {
  return slot(name)
}
