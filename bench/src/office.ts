import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import path from 'node:path'
import { number, table } from './report.ts'

const SCRIPT = path.join(import.meta.dirname, '../../apps/api/src/testing/office-scale.ts')

interface OfficeScale {
  readonly transfers: number
  readonly customers: number
  readonly calls: Readonly<
    Record<string, { readonly p50: number; readonly p95: number; readonly target: number }>
  >
}

/**
 * Measures the office's calls over N transfers (default 1,000,000) and a customer for every ten of them, each beside its
 * target (`npm run bench -- --office --transfers N`).
 */
export async function measureOffice(transfers: number): Promise<string> {
  const child = spawn(process.execPath, [SCRIPT, String(transfers)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const parts: Buffer[] = []
  child.stdout.on('data', (part: Buffer) => parts.push(part))
  await once(child, 'close')
  if (child.exitCode !== 0) throw new Error(`The office's bench ended with exit code ${child.exitCode}`)
  const found = JSON.parse(Buffer.concat(parts).toString('utf8')) as OfficeScale
  const rows = Object.entries(found.calls).map(([call, { p50, p95, target }]) => [
    call,
    `${number(p50, 1)} ms`,
    `${number(p95, 1)} ms`,
    `${number(target)} ms`,
    p95 <= target ? 'met' : 'missed',
  ])
  return [
    `${number(found.transfers)} transfers, ${number(found.customers)} customers; load average ${number(loadavg()[0] ?? 0, 1)}`,
    table([['Call', 'Median', '95 of 100 within', 'Target', ''], ...rows]),
  ].join('\n\n')
}
