import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run, type ScanResult, type Target } from './tools.ts'

/** All but those that need a server of the tool's makers (ssrf, xxe) or look for other products' files. */
const MODULES =
  'backup,blindsql,cookieflags,crlf,csp,csrf,exec,file,http_headers,methods,permanentxss,redirect,shellshock,sql,xss'
const MOST_SECONDS = 240
/** Paths that the pages' scripts request, which a crawler of links does not find. */
const CALLS = [
  '/user/transactions?search=ama&status=sent&limit=5',
  '/user/recipients?limit=3',
  '/user/activity?cursor=9',
  '/currency/rates/USD/GHS/10?side=receive',
  '/countries?name=liberia',
  '/transfer-status?payment_intent=pi_x&intent=view',
  '/sign-in?to=send-money',
]

interface Report {
  readonly vulnerabilities: Readonly<Record<string, readonly { info: string; path: string }[]>>
  readonly anomalies: Readonly<Record<string, readonly { info: string; path: string }[]>>
}

/** Returns the paths of the public pages, from the sitemap. */
async function pagesOf(base: string): Promise<string[]> {
  const map = await (await fetch(`${base}/sitemap.xml`)).text()
  return [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '/']) => new URL(url).pathname)
}

/**
 * Attacks every page and the calls, signed in. It follows no links, because one leads to the sandbox, which
 * is not part of the product, and Debian's version cannot exclude an address.
 */
export async function wapiti({ base, token, folder }: Target): Promise<ScanResult> {
  const file = join(folder, 'wapiti.json')
  const options = ['-u', `${base}/`, '-m', MODULES, '-d', '0', '-S', 'normal', '-t', '10', '--no-bugreport']
  const bounds = ['--max-scan-time', String(MOST_SECONDS), '--max-attack-time', '40']
  const pages = await pagesOf(base)
  const starts = [...pages, ...CALLS].flatMap((path) => ['-s', base + path])
  const store = ['--store-session', folder, '--flush-session', '-f', 'json', '-o', file]
  const args = [...options, ...bounds, ...starts]
  const bearer = ['-H', `authorization: Bearer ${token}`]
  const { seconds, output } = await run('wapiti', [...args, ...bearer, ...store], MOST_SECONDS + 120)
  const report = JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) as Partial<Report>
  if (report.vulnerabilities === undefined)
    throw new Error(`wapiti wrote no report:\n${output.slice(-2_000)}`)
  const found = Object.entries({ ...report.vulnerabilities, ...report.anomalies })
  const findings = found.flatMap(([name, each]) => each.map(({ info, path }) => `${name}: ${info} (${path})`))
  const looked = `${MODULES.split(',').length} modules, ${pages.length} pages, ${CALLS.length} calls`
  return {
    tool: 'wapiti',
    line: `wapiti ${[...options, ...bounds].join(' ')} -s (each page and call)`,
    seconds,
    looked,
    findings: [...new Set(findings)],
  }
}
