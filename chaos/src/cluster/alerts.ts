import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ROOT } from '../world/child.ts'
import type { Part } from './parts.ts'

/**
 * How much shorter the trials' alerts wait: a `for` or window of a minute in `deploy/prometheus/rules.yml` is two
 * seconds here. Thresholds do not change.
 */
export const ALERT_SCALE = 30

const UNITS = { s: 1, m: 60, h: 3_600, d: 86_400 } as const
const DURATION = /^(\d+)([smhd])$/

/** Returns a Prometheus duration, shortened. At least a second. */
function shortened(duration: string): string {
  const [, count = '', unit = ''] = DURATION.exec(duration) ?? []
  const seconds = Number(count) * UNITS[unit as keyof typeof UNITS]
  return `${Math.max(1, Math.round(seconds / ALERT_SCALE))}s`
}

/** Returns the rules with each `for` and each window shortened. */
export function shortenRules(rules: string): string {
  return rules
    .replace(/(\n\s+for: )(\w+)/g, (_all, before: string, duration: string) => before + shortened(duration))
    .replace(/\[(\d+[smhd])\]/g, (_all, duration: string) => `[${shortened(duration)}]`)
}

/** Returns the configuration with the addresses of this cluster. Throws if it lacks a job. */
export function configOf(config: string, targets: Readonly<Record<string, readonly string[]>>): string {
  let text = config.replace(/(scrape|evaluation)_interval: \w+/g, '$1_interval: 1s')
  for (const [job, addresses] of Object.entries(targets)) {
    const before = text
    const list = addresses.map((address) => `'${address}'`).join(', ')
    text = text.replace(
      new RegExp(`(job_name: ${job}\\n(?:(?!  - job_name)[^\\n]*\\n)*?[^\\n]*targets: )\\[[^\\]]*\\]`),
      `$1[${list}]`,
    )
    if (text === before) throw new Error(`deploy/prometheus/prometheus.yml has no job ${job}`)
  }
  return text
}

/**
 * Returns when an alert started firing after second 0, from the seconds in which it fired, one sample each second.
 * Undefined if it never started: it did not fire, or it was already firing and did not stop.
 */
export function beginningAfter(seconds: readonly number[]): number | undefined {
  return seconds.find((at, index) => at > 0 && at - (seconds[index - 1] ?? -Infinity) > 1.5)
}

/** A cluster's Prometheus, with the product's own rules. */
export interface Alerts {
  /** Returns the alerts that started firing since a moment (ms since 1970), with the seconds since then. */
  firedSince(moment: number): Promise<ReadonlyMap<string, number>>
}

interface AlertsOptions {
  readonly folder: string
  readonly port: number
  readonly targets: Readonly<Record<string, readonly string[]>>
  /** The files that the configuration names, by those names. */
  readonly files: Readonly<Record<string, string>>
  begin(name: string, command: readonly [string, ...string[]]): Part
}

interface Series {
  readonly metric: { readonly alertname: string }
  readonly values: readonly (readonly [number, string])[]
}

/** Starts Prometheus with `deploy/prometheus`, whose times are shortened. */
export async function startAlerts({ folder, port, targets, files, begin }: AlertsOptions): Promise<Alerts> {
  const read = (name: string): string => readFileSync(path.join(ROOT, 'deploy/prometheus', name), 'utf8')
  let config = configOf(read('prometheus.yml'), targets)
  for (const [name, file] of Object.entries(files)) config = config.replaceAll(name, file)
  const file = path.join(folder, 'prometheus.yml')
  await writeFile(file, config)
  await writeFile(path.join(folder, 'rules.yml'), shortenRules(read('rules.yml')))
  const at = `127.0.0.1:${port}`
  const data = path.join(folder, 'prometheus')
  begin('prometheus', [
    'prometheus',
    ...[`--config.file=${file}`, `--storage.tsdb.path=${data}`, `--web.listen-address=${at}`],
    '--log.level=warn',
  ])
  return {
    async firedSince(moment) {
      const query = new URLSearchParams({
        query: 'max by (alertname) (ALERTS{alertstate="firing"})',
        // The second before shows alerts that were already firing, as some do while the processes start.
        start: String(moment / 1_000 - 1),
        end: String(Date.now() / 1_000),
        step: '1',
      })
      const response = await fetch(`http://${at}/api/v1/query_range?${query.toString()}`)
      const { data: found } = (await response.json()) as { data: { result: readonly Series[] } }
      const begun = found.result.flatMap(({ metric, values }) => {
        const seconds = beginningAfter(values.map(([at]) => at - moment / 1_000))
        return seconds === undefined ? [] : [[metric.alertname, Math.round(seconds)] as const]
      })
      return new Map(begun)
    },
  }
}

/** Returns the alerts that fired, in order; unexpected ones in brackets. */
export function listFired(fired: ReadonlyMap<string, number>, expected: readonly string[]): string {
  const names = [...fired]
    .sort(([, one], [, other]) => one - other)
    .map(([name, seconds]) => (expected.includes(name) ? `${name} ${seconds}` : `(${name} ${seconds})`))
  return names.join(', ') || 'none'
}
