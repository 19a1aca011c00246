import type { FastifyReply } from 'fastify'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { constants } from 'node:zlib'
import type { Slots } from '../server/slot-values.ts'
import { fillLiveSlots, fillSlots } from '../server/slots.ts'
import { brotli, encodingFor, zip } from './encodings.ts'

type Values = Readonly<Record<string, string>>

declare module 'fastify' {
  interface FastifyReply {
    /** Sends a page whose values differ per request; it is never stored. */
    sendLive(name: string, values: Values): Promise<FastifyReply>
  }
}

/** A fast setting: the page is compressed for each request. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** Loads the live pages of the build, files by name, and returns the function behind `reply.sendLive`. */
export async function loadLivePages(
  { dist, slots }: { readonly dist: string; readonly slots: Slots },
  files: Values,
  policyOf: (file: string) => string,
) {
  const loaded = Object.entries(files).map(async ([name, file]) => {
    const text = fillSlots(await readFile(join(dist, 'pages', file), 'utf8'), slots)
    return [name, { text, policy: policyOf(file) }] as const
  })
  const pages = new Map(await Promise.all(loaded))
  return async function sendLive(this: FastifyReply, name: string, values: Values): Promise<FastifyReply> {
    const page = pages.get(name)
    if (!page) throw new Error(`No live page ${name} in the web build`)
    const plain = Buffer.from(fillLiveSlots(page.text, values))
    const encoding = encodingFor(this.request)
    void this.headers({
      'cache-control': 'no-store',
      'content-security-policy': page.policy,
      vary: 'Accept-Encoding',
    })
    if (encoding !== 'plain') void this.header('content-encoding', encoding)
    void this.type('text/html; charset=utf-8')
    if (encoding === 'br') return this.send(await brotli(plain, BROTLI))
    return this.send(encoding === 'gzip' ? await zip(plain) : plain)
  }
}
