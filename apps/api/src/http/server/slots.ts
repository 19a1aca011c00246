import { legalSlots, type LegalDetails } from './legal-details.ts'
import type { SlotItem, Slots } from './slot-values.ts'

const MARK = /(%\[(?:when |each )?[\w.-]+\])/

/** A document in pieces, with text and marks alternating, and the current position. */
interface Reader {
  readonly pieces: readonly string[]
  at: number
}

/**
 * Fills a document's slots. `%[phone]` becomes the value. `%[when Facebook]…%[end]` stays only when that value is set.
 * `%[each licences]…%[item.number]…%[end]` repeats for each item of a list. Regions nest. `encode` escapes a value for
 * the document: HTML by default. Throws for an unknown slot, for an unset one outside its region, and for a region
 * without its end or an end without its region, so that no reader sees any of them.
 */
export function fillSlots(document: string, slots: Slots, encode: (text: string) => string = escape): string {
  const reader = { pieces: document.split(MARK), at: 0 }
  return fillUntilEnd(reader, slots, encode, 0)
}

/** Fills up to the end of the region at this depth; 0 is the document. `null` slots skip it. */
function fillUntilEnd(
  reader: Reader,
  slots: Slots | null,
  encode: (text: string) => string,
  depth: number,
): string {
  let filled = ''
  while (reader.at < reader.pieces.length) {
    const piece = reader.pieces[reader.at++] ?? ''
    const mark = /^%\[(?:(when|each) )?([\w.-]+)\]$/.exec(piece)
    if (!mark) {
      filled += piece
      continue
    }
    const [, region, name = ''] = mark
    if (region === undefined && name === 'end') {
      if (depth === 0) throw new Error('The web build ends a region that it has not begun')
      return filled
    }
    if (region === undefined) filled += slots ? encode(textOf(slots, name)) : ''
    else filled += fillRegion(reader, slots, { each: region === 'each', name }, encode, depth + 1)
  }
  if (depth > 0) throw new Error('The web build begins a region that it does not end')
  return filled
}

function fillRegion(
  reader: Reader,
  slots: Slots | null,
  { each, name }: { each: boolean; name: string },
  encode: (text: string) => string,
  depth: number,
): string {
  const value = slots ? valueOf(slots, name) : undefined
  const isSet = value !== undefined && value.length > 0
  if (isSet && !each) return fillUntilEnd(reader, slots, encode, depth)
  if (!isSet || !Array.isArray(value)) {
    fillUntilEnd(reader, null, encode, depth)
    return ''
  }
  const start = reader.at
  return value
    .map((item: SlotItem) => {
      reader.at = start
      const own = Object.entries(item).map(([key, text]) => [`item.${key}`, text])
      return fillUntilEnd(reader, { ...slots, ...(Object.fromEntries(own) as SlotItem) }, encode, depth)
    })
    .join('')
}

function valueOf(slots: Slots, name: string): Slots[string] {
  if (!(name in slots)) throw new Error(`The web build asks for ${name}, which the server does not know`)
  return slots[name]
}

function textOf(slots: Slots, name: string): string {
  const value = valueOf(slots, name)
  if (typeof value !== 'string') throw new Error(`The web build shows ${name}, which is not set`)
  return value
}

function liveValue(values: Readonly<Record<string, string>>, name: string): string {
  const value = values[name]
  if (value === undefined) throw new Error(`The page shows ${name}, which is not set`)
  return value
}

const LIVE_REGION = /%\[live:when ([\w-]+)\](.*?)%\[live:end\]/gs
const LIVE_VALUE = /%\[live:([\w-]+)\]/g

/**
 * Fills a document's live slots, whose values differ per request: `%[live:amount]` and `%[live:when
 * arrived]…%[live:end]`. Fill the other slots first. Throws for an unset slot outside its region.
 */
export function fillLiveSlots(document: string, values: Readonly<Record<string, string>>): string {
  return document
    .replace(LIVE_REGION, (_, name: string, content: string) => (name in values ? content : ''))
    .replace(LIVE_VALUE, (_, name: string) => escape(liveValue(values, name)))
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

/** The deployment's own details, shown on public pages. */
export interface SiteDetails {
  /** The product's public address, without a trailing slash. */
  readonly publicUrl: string
  /** True when the sandbox plays the providers. */
  readonly sandbox: boolean
  readonly support: {
    readonly phone: string
    readonly email: string
    readonly address: string
    readonly socials: readonly { readonly name: string; readonly url: string }[]
  }
  /** The app's store pages, if there are any. */
  readonly stores: { readonly apple: string | undefined; readonly google: string | undefined }
  readonly legal: LegalDetails
}

/** The social pages that the site may link to. */
const SOCIALS = ['Facebook', 'Instagram', 'X']

/**
 * Returns the slots of the public pages, filled on the server so that the values appear without a script or another
 * request.
 */
export function siteSlots({ publicUrl, sandbox, support, stores, legal }: SiteDetails): Slots {
  const socials = SOCIALS.map((name) => [name, support.socials.find((social) => social.name === name)?.url])
  return {
    origin: publicUrl,
    sandbox: sandbox ? 'sandbox' : undefined,
    phone: support.phone,
    tel: support.phone.replaceAll(/[^+\d]/g, ''),
    email: support.email,
    address: support.address,
    ...(Object.fromEntries(socials) as Slots),
    'app-store': stores.apple,
    'google-play': stores.google,
    'no-stores': stores.apple === undefined && stores.google === undefined ? 'none' : undefined,
    ...legalSlots(legal),
  }
}
