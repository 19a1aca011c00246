import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { constants } from 'node:zlib'
import type { ChangingSlots, Slots } from '../server/slot-values.ts'
import { fillSlots } from '../server/slots.ts'
import { brotli, zip } from './encodings.ts'

/** A document of the build. */
export interface LoadedPage {
  /** Hidden from search engines. */
  readonly hidden: boolean
  /** Returns the current page. */
  readonly now: () => Promise<Page>
}

export interface Page {
  readonly plain: () => Promise<Buffer>
  readonly br: () => Promise<Buffer>
  readonly gzip: () => Promise<Buffer>
  readonly etag: string
  readonly policy: string
}

/** Keeps a page out of search engines. */
const HIDDEN = '<meta name="robots" content="noindex">'

/** The values for the slots of documents. */
export interface Filled {
  readonly slots: Slots
  /** Values that change while the server runs, such as prices. */
  readonly changing: readonly ChangingSlots[]
}

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }

/** Runs `work` once, on first use, and returns the same result afterwards. */
function once(work: () => Promise<Buffer>): () => Promise<Buffer> {
  let result: Promise<Buffer> | undefined
  return () => (result ??= work())
}

/** How long a document with changing values is used before they are read again. */
const LIFE_MS = 60_000
/** Pause before they are read again after a failure. */
const RETRY_MS = 5_000

/** How long a visitor waits for new values: a silent database must not delay the landing page. */
const MOST_WAIT_MS = 500

/** Loads a document. One with changing values, such as prices, is rebuilt when they are a minute old. */
export async function loadPage(
  path: string,
  policy: string,
  { slots, changing }: Filled,
): Promise<LoadedPage> {
  const built = await readFile(path)
  const hidden = built.includes(HIDDEN)
  const marks = new Set(
    [...built.toString().matchAll(/%\[(?:when |each )?([\w.-]+)\]/g)].map(([, name]) => name),
  )
  const shown = changing.find(({ unknown }) => Object.keys(unknown).some((name) => marks.has(name)))
  const make = (changed: Slots = {}): Page =>
    makePage(path, built, policy, fillSlots(built.toString(), { ...slots, ...changed }))
  let page = make(shown?.unknown)
  if (shown === undefined) return { hidden, now: () => Promise.resolve(page) }
  let freshUntil = 0
  let reading: Promise<void> | undefined
  const renew = async (): Promise<void> => {
    let life = RETRY_MS
    try {
      // If they cannot be read, the last page stays, or the first one, which says that they are unknown.
      const changed = await shown.read().catch(() => undefined)
      if (!changed) return
      const next = make(changed)
      // An unchanged page keeps its compressed copies.
      if (next.etag !== page.etag) page = next
      life = LIFE_MS
    } finally {
      freshUntil = performance.now() + life
      reading = undefined
    }
  }
  const now = async (): Promise<Page> => {
    if (performance.now() >= freshUntil) {
      const waited = new AbortController()
      await Promise.race([
        (reading ??= renew()),
        setTimeout(MOST_WAIT_MS, undefined, { signal: waited.signal }).catch(() => undefined),
      ])
      waited.abort()
    }
    return page
  }
  return { hidden, now }
}

function makePage(path: string, built: Buffer, policy: string, text: string): Page {
  const plain = Buffer.from(text)
  // Compressed as tightly as in the build. That takes a tenth of a second, so the first request pays rather than the
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
