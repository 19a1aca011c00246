import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesBelow, ROOT } from './files.ts'

const FOLDER = join(ROOT, 'deploy/prometheus')
const rules = readFileSync(join(FOLDER, 'sesa.rules.yml'), 'utf8')
const promtool = spawnSync('promtool', ['--version']).status === 0

/** Names of metrics in the product's code. */
const served = new Set(
  filesBelow(ROOT, 'apps/api/src/**/*.ts').flatMap((path) =>
    [...readFileSync(join(ROOT, path), 'utf8').matchAll(/name: '(sesa_\w+)'/g)].map(([, name]) => name),
  ),
)

test('alert rules use only metrics that the product serves', () => {
  const used = [...rules.matchAll(/\bsesa_\w+/g)].map(([name]) => name.replace(/_(count|bucket|sum)$/, ''))
  expect(new Set(used).size).toBeGreaterThan(12)
  expect(used.filter((name) => !served.has(name))).toEqual([])
})

test('each alert has a severity and names a runbook that exists', () => {
  const alerts = rules.split(/^ +- alert: /m).slice(1)
  expect(alerts.length).toBeGreaterThan(15)
  for (const alert of alerts) {
    const [name = ''] = alert.split('\n')
    expect(alert, name).toMatch(/severity: (page|ticket)/)
    const runbook = /runbook: (\S+)/.exec(alert)?.[1] ?? ''
    expect(runbook !== '' && existsSync(join(ROOT, runbook)), `${name}: ${runbook}`).toBe(true)
  }
})

test.skipIf(!promtool)(
  'the rules are valid, and fire when they should (promtool, of the package prometheus)',
  () => {
    for (const args of [
      ['check', 'rules', 'sesa.rules.yml'],
      ['test', 'rules', 'sesa.rules.test.yml'],
      ['check', 'config', 'prometheus.yml'],
    ])
      expect(execFileSync('promtool', args, { cwd: FOLDER, encoding: 'utf8' })).toContain('SUCCESS')
  },
)
