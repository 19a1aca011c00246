import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startProduct } from '../e2e/src/product/product.ts'
import { signIn } from './security-scan/account.ts'
import { slowhttptest } from './security-scan/slowhttptest.ts'
import { sqlmap } from './security-scan/sqlmap.ts'
import { requireTools, versionOf, type ScanResult, type Target } from './security-scan/tools.ts'
import { wapiti } from './security-scan/wapiti.ts'
import { freePort } from '@sesa/test-kit/ports'

// npm run security:scan runs wapiti, sqlmap and slowhttptest against the product on this machine, started on
// empty data. Takes a few minutes. docs/security/scans.md lists the findings, with why each is harmless or
// how it was fixed.

/** Findings that docs/security/scans.md explains. */
const EXPLAINED: readonly RegExp[] = [
  /^HTTP Secure Headers: X-Frame-Options is not set/,
  /^HTTP Secure Headers: X-XSS-Protection is not set/,
  /^HTTP Secure Headers: Strict-Transport-Security is not set/,
]

function tell({ tool, line, seconds, looked, findings }: ScanResult): number {
  const open = findings.filter((finding) => !EXPLAINED.some((known) => known.test(finding)))
  console.log(`\n${tool} ${versionOf(tool)}: ${looked}, ${seconds} s`)
  console.log(`  ${line}`)
  for (const finding of findings)
    console.log(`  ${open.includes(finding) ? 'FOUND' : 'explained'} ${finding}`)
  console.log(`  ${findings.length} found, ${open.length} not explained`)
  return open.length
}

const SCANS = [wapiti, sqlmap, slowhttptest]
const { values } = parseArgs({ options: { only: { type: 'string' } } })
requireTools()
const folder = await mkdtemp(join(tmpdir(), 'sesa-scan-'))
const port = await freePort()
const base = `http://localhost:${port}`
const product = await startProduct(port)
try {
  let open = 0
  for (const scan of SCANS.filter(({ name }) => values.only === undefined || name === values.only)) {
    // Each scan gets its own token, since one lives for 15 minutes.
    const target: Target = { base, token: await signIn(base), folder }
    open += tell(await scan(target))
  }
  const health = await fetch(`${base}/readyz`)
  console.log(
    `\nAfterwards the product is ${health.ok ? 'ready' : 'NOT ready'}; ${open} findings are not explained.`,
  )
  process.exitCode = open === 0 && health.ok ? 0 : 1
} finally {
  await product.stop()
  await rm(folder, { recursive: true, force: true })
}
