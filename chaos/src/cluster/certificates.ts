import { once } from 'node:events'
import { chmodSync, mkdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { ROOT } from '../world/child.ts'
import { give, runTool } from './parts.ts'

/** Files of one machine's certificate, as named by the templates in `deploy/cluster`. */
export interface Certificate {
  readonly CERT: string
  readonly KEY: string
  readonly CA: string
}

/** The certificate authority of one cluster. */
export interface Authority {
  readonly ca: string
  /** The certificate of the trial itself. */
  readonly own: Certificate
  /** The settings of a database URL that require TLS with a certificate of this authority. */
  readonly settings: string
  /** Issues a certificate for a machine, which is also valid for this one. */
  issue(name: string, addresses: readonly string[]): Promise<Certificate>
  /** Sends a request with the own certificate. Throws without an answer within `ms` (default: a second). */
  ask(
    url: string,
    options: { method: string; body?: string; ms?: number },
  ): Promise<{ status: number; text: string }>
}

/** Creates an authority with `deploy/cluster/certificates.sh` in a separate folder. */
export async function createAuthority(folder: string): Promise<Authority> {
  const place = path.join(folder, 'certificates')
  mkdirSync(place)
  // Everyone may read the authority's own certificate, for example another version's server that follows this one.
  for (const open of [folder, place]) chmodSync(open, 0o711)
  const CA = path.join(place, 'ca.crt')
  const issue = async (name: string, addresses: readonly string[]): Promise<Certificate> => {
    const names = ['DNS:localhost', ...['127.0.0.1', ...addresses].map((address) => `IP:${address}`)]
    runTool(path.join(ROOT, 'deploy/cluster/certificates.sh'), [place, name, names.join(',')])
    const [CERT, KEY] = [path.join(place, `${name}.crt`), path.join(place, `${name}.key`)]
    await give(KEY)
    return { CERT, KEY, CA }
  }
  const own = await issue('trial', [])
  const files = { ca: readFileSync(CA), cert: readFileSync(own.CERT), key: readFileSync(own.KEY) }
  return {
    ca: CA,
    own,
    settings: `sslmode=verify-full&sslrootcert=${CA}`,
    issue,
    async ask(url, { method, body, ms = 1_000 }) {
      const asked = request(url, { ...files, method, agent: false, signal: AbortSignal.timeout(ms) })
      asked.setHeader('content-type', 'application/json')
      asked.end(body)
      const [response] = (await once(asked, 'response')) as [IncomingMessage]
      return { status: response.statusCode ?? 0, text: await text(response) }
    },
  }
}
