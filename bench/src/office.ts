import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { number } from './report.ts'

const SCRIPT = path.join(import.meta.dirname, '../../apps/api/src/testing/office-scale.ts')

interface OfficeScale {
  readonly transfers: number
  readonly customers: number
  readonly works: Readonly<
    Record<string, { readonly p50: number; readonly p95: number; readonly slowest: number }>
  >
}

/**
 * Measures the cost of the office's searches and pages in the database with N transfers (default 1,000,000) and a
 * customer for every ten of them (`npm run bench -- --office --transfers N`).
 */
export async function measureOffice(transfers: number): Promise<string> {
  const child = spawn(process.execPath, [SCRIPT, String(transfers)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const parts: Buffer[] = []
  child.stdout.on('data', (part: Buffer) => parts.push(part))
  await once(child, 'close')
  if (child.exitCode !== 0) throw new Error(`The office's bench ended with exit code ${child.exitCode}`)
  const found = JSON.parse(Buffer.concat(parts).toString('utf8')) as OfficeScale
  return [
    `${number(found.transfers)} transfers, ${number(found.customers)} customers`,
    ...Object.entries(found.works).map(
      ([work, { p50, p95, slowest }]) =>
        `${work}: p50 ${number(p50, 1)} ms, p95 ${number(p95, 1)} ms, slowest ${number(slowest, 1)} ms`,
    ),
  ].join('\n')
}
