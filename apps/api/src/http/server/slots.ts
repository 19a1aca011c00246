/**
 * Values for the slots of built documents, by name; undefined means unset, and regions that depend on it are removed.
 */
export type Slots = Readonly<Record<string, string | undefined>>

const REGION = /%\[when ([\w-]+)\](.*?)%\[end\]/gs
const VALUE = /%\[([\w-]+)\]/g

/**
 * Fills a document's slots: `%[phone]` becomes the value as HTML text; `%[when Facebook]…%[end]` stays only when that
 * value is set. Throws for an unknown slot, and for an unset one outside its region, so that neither reaches a reader.
 */
export function fillSlots(document: string, slots: Slots): string {
  const valueOf = (name: string): string | undefined => {
    if (!(name in slots)) throw new Error(`The web build asks for ${name}, which the server does not know`)
    return slots[name]
  }
  return document
    .replace(REGION, (_, name: string, content: string) => (valueOf(name) === undefined ? '' : content))
    .replace(VALUE, (_, name: string) => {
      const value = valueOf(name)
      if (value === undefined) throw new Error(`The web build shows ${name}, which is not set`)
      return escape(value)
    })
}

function liveValue(values: Readonly<Record<string, string>>, name: string): string {
  const value = values[name]
  if (value === undefined) throw new Error(`The page shows ${name}, which is not set`)
  return value
}

const LIVE_REGION = /%\[live:when ([\w-]+)\](.*?)%\[live:end\]/gs
const LIVE_VALUE = /%\[live:([\w-]+)\]/g

/**
 * Fills the live slots of a document, whose values differ from request to request: `%[live:amount]` and
 * `%[live:when arrived]…%[live:end]`. Fill the other slots first. Throws for an unset slot outside its region.
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
  /** The app's pages in the stores, if there are any. */
  readonly stores: { readonly apple: string | undefined; readonly google: string | undefined }
}

/** The social pages that the site may link to. */
const SOCIALS = ['Facebook', 'Instagram', 'X']

/** The slots of the public pages, filled on the server so that the values show without a script or another request. */
export function siteSlots({ publicUrl, sandbox, support, stores }: SiteDetails): Slots {
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
  }
}
