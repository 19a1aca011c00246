import { appendFile, readFile } from 'node:fs/promises'
import * as v from 'valibot'
import type { Anchor } from './store.ts'

const line = v.object({
  at: v.pipe(v.string(), v.isoTimestamp()),
  seq: v.pipe(
    v.string(),
    v.regex(/^\d{1,18}$/),
    v.transform((text) => BigInt(text)),
  ),
  hash: v.pipe(v.string(), v.regex(/^[\da-f]{64}$/)),
})

/** Returns an anchor as a line for the file and the email. */
export const anchorLine = ({ at, seq, hash }: Anchor): string =>
  JSON.stringify({ at, seq: String(seq), hash })

/** Adds an anchor to the file of anchors. */
export async function keepAnchor(file: string, anchor: Anchor): Promise<void> {
  await appendFile(file, `${anchorLine(anchor)}\n`, { mode: 0o600, flush: true })
}

/** Returns the anchors in a text, one per line; skips lines that do not begin with `{`. @throws Error for an invalid line. */
export function readAnchors(text: string): Anchor[] {
  return text
    .split('\n')
    .map((one) => one.trim())
    .filter((one) => one.startsWith('{'))
    .map((one) => {
      const parsed = v.safeParse(line, JSON.parse(one))
      if (!parsed.success) throw new Error(`Not an anchor: ${one.slice(0, 120)}`)
      return parsed.output
    })
}

/** Reads the anchors of a file; none if the file does not exist yet. */
export async function readAnchorFile(file: string): Promise<Anchor[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return readAnchors(text)
}
