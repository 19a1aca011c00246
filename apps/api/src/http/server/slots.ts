/** What the build leaves open in documents, by name; undefined is unset, and what depends on it goes. */
export type Slots = Readonly<Record<string, string | undefined>>

const REGION = /%\[when ([\w-]+)\](.*?)%\[end\]/gs
const VALUE = /%\[([\w-]+)\]/g

/**
 * Fills a document's slots: `%[phone]` becomes the value as HTML text, `%[when Facebook]…%[end]` stays only when that
 * one is set. Throws for a slot that nobody knows, and for an unset one outside its region: neither may reach people.
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

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

/** What the operator sets and public pages show. */
export interface SiteDetails {
  /** Where people reach the product, without a trailing slash. */
  readonly publicUrl: string
  /** Whether the outside world is the sandbox. */
  readonly sandbox: boolean
  readonly support: {
    readonly phone: string
    readonly email: string
    readonly address: string
    readonly socials: readonly { readonly name: string; readonly url: string }[]
  }
  /** The app in the stores, where there is one. */
  readonly stores: { readonly apple: string | undefined; readonly google: string | undefined }
}

/** The social pages that an operator may have. */
const SOCIALS = ['Facebook', 'Instagram', 'X']

/** The slots of the public pages: what the operator sets, so that it shows without a script or a second request. */
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
