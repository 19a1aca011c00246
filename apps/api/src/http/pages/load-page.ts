import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { constants } from 'node:zlib'
import { termsSlots, type PublicTerms } from '../server/public-terms.ts'
import type { Slots } from '../server/slot-values.ts'
import { fillSlots } from '../server/slots.ts'
import { brotli, zip } from './encodings.ts'

/** A document of the build. */
export interface LoadedPage {
  /** Hidden from search engines. */
  readonly hidden: boolean
  /** Returns it as it is now. */
  readonly now: () => Promise<Page>
}

export interface Page {
  readonly plain: () => Promise<Buffer>
  readonly br: () => Promise<Buffer>
  readonly gzip: () => Promise<Buffer>
  readonly etag: string
  readonly policy: string
}

/** Header that keeps a page out of search engines. */
const HIDDEN = '<meta name="robots" content="noindex">'

/** The values for the slots of documents. */
export interface Filled {
  readonly slots: Slots
  /** Reads the prices and limits that a document shows. */
  readonly terms: (() => Promise<PublicTerms>) | undefined
}

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }

/** Runs `work` once, on first use, and returns the same result afterwards. */
function once(work: () => Promise<Buffer>): () => Promise<Buffer> {
  let result: Promise<Buffer> | undefined
  return () => (result ??= work())
}

/** A document that shows prices and limits has a region for the time when they are known. */
const SHOWS_TERMS = '%[when terms]'
/** How long a document with prices and limits is used before they are read again. */
const TERMS_LIFE_MS = 60_000
/** Pause before they are read again after a failure. */
const RETRY_MS = 5_000

/** Loads a document. One with prices and limits is made anew when they are a minute old. */
export async function loadPage(
  path: string,
  policy: string,
  { slots, terms: readTerms }: Filled,
): Promise<LoadedPage> {
  const built = await readFile(path)
  const hidden = built.includes(HIDDEN)
  const make = (terms?: PublicTerms): Page =>
    makePage(path, built, policy, fillSlots(built.toString(), { ...slots, ...termsSlots(terms) }))
  let page = make()
  if (!built.includes(SHOWS_TERMS)) return { hidden, now: () => Promise.resolve(page) }
  let freshUntil = 0
  let reading: Promise<void> | undefined
  const renew = async (): Promise<void> => {
    let life = RETRY_MS
    try {
      // If they cannot be read, the last page stays, or the first one, which says that they are not known.
      const terms = await readTerms?.().catch(() => undefined)
      if (!terms) return
      page = make(terms)
      life = TERMS_LIFE_MS
    } finally {
      freshUntil = performance.now() + life
      reading = undefined
    }
  }
  const now = async (): Promise<Page> => {
    if (performance.now() >= freshUntil) await (reading ??= renew())
    return page
  }
  return { hidden, now }
}

function makePage(path: string, built: Buffer, policy: string, text: string): Page {
  const plain = Buffer.from(text)
  // Compressed as tightly as the build was. It takes a tenth of a second, so the first request pays rather than the
  // start.
  const [br, zipped] = plain.equals(built)
    ? [() => readFile(`${path}.br`), () => readFile(`${path}.gz`)]
    : [() => brotli(plain, BROTLI), () => zip(plain, { level: 9 })]
  return {
    plain: () => Promise.resolve(plain),
    br: once(br),
    gzip: once(zipped),
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    policy,
  }
}
