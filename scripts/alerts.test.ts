import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { filesBelow, ROOT } from './files.ts'

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const namesIn = (text: string, pattern: RegExp): string[] =>
  [...new Set([...text.matchAll(pattern)].map(([, name]) => name ?? ''))].sort()

const rules = read('deploy/prometheus/rules.yml')
const dashboard = read('deploy/grafana/sesa.json')

/** Metrics of other programs that the rules may use. */
const OTHERS = [
  'etcd_server_has_leader',
  'node_filesystem_avail_bytes',
  'node_filesystem_size_bytes',
  'patroni_failsafe_mode_is_active',
  'patroni_postgres_running',
  'patroni_postgres_timeline',
  'patroni_primary',
  'patroni_sync_standby',
]

const sources = filesBelow(ROOT, 'apps/api/src/**/*.ts')
  .filter((path) => !path.endsWith('.test.ts'))
  .map(read)
  .join('\n')
const metrics = new Set([...namesIn(sources, /name: '(sesa_\w+)'/g), ...OTHERS])

/** Returns the metric names in PromQL; a histogram's parts count as the histogram. */
const metricsOf = (text: string): string[] => [
  ...new Set(
    namesIn(text, /\b((?:sesa|patroni|etcd|node_filesystem)_\w+)/g).map((name) =>
      name.replace(/_seconds_(count|bucket|sum)$/, '_seconds'),
    ),
  ),
]

/** promtool evaluates days of samples: one to three minutes on two cores shared with other tests. */
const PROMTOOL_MS = 600_000

function promtoolVersion(): string | undefined {
  try {
    return execFileSync('promtool', ['--version'], { encoding: 'utf8' })
  } catch {
    return undefined
  }
}

describe('alert rules', () => {
  test.each([
    ['rules', rules],
    ['dashboard', dashboard],
  ])('the %s use only metrics that exist', (_name, text) => {
    const used = metricsOf(text)
    expect(used).toContain('sesa_transfer_steps_overdue_seconds')
    expect(used.filter((name) => !metrics.has(name))).toEqual([])
  })

  test('name a runbook that exists', () => {
    const alerts = namesIn(rules, /- alert: (\w+)/g)
    const pages = [...rules.matchAll(/runbook: (\S+)/g)].map(([, page]) => page ?? '')
    expect(pages).toHaveLength(alerts.length)
    expect(pages.filter((page) => !existsSync(join(ROOT, page)))).toEqual([])
  })

  test('have a unit test each, in which they fire', () => {
    const tested = read('deploy/prometheus/rules.test.yml')
    const fire = namesIn(tested, /alertname: (\w+)\n\s+exp_alerts:\n\s+- exp_labels/g)
    expect(fire).toEqual(namesIn(rules, /- alert: (\w+)/g))
  })

  test.skipIf(promtoolVersion() === undefined)(
    'pass promtool (apt-get install prometheus; skipped without)',
    () => {
      const cwd = join(ROOT, 'deploy/prometheus')
      for (const args of [
        ['check', 'rules', 'rules.yml'],
        // The certificate files are on the machine that runs Prometheus.
        ['check', 'config', '--syntax-only', 'prometheus.yml'],
        ['test', 'rules', 'rules.test.yml'],
      ])
        expect(execFileSync('promtool', args, { cwd, encoding: 'utf8' })).toContain('SUCCESS')
    },
    PROMTOOL_MS,
  )
})
