import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../world/child.ts'
import { beginningAfter, configOf, shortenRules } from './alerts.ts'

const read = (name: string): string => readFileSync(path.join(ROOT, 'deploy/prometheus', name), 'utf8')

describe('the alerts of the trials', () => {
  it('are the product’s own, with shorter times and the same thresholds', () => {
    expect(
      shortenRules("\n        for: 1m\n expr: 'rate(x[5m]) > 300 and rate(x[3d]) > 0'\n    for: 30s\n"),
    ).toBe("\n        for: 2s\n expr: 'rate(x[10s]) > 300 and rate(x[8640s]) > 0'\n    for: 1s\n")
    const rules = read('rules.yml')
    const shortened = shortenRules(rules)
    const names = (text: string): string[] => [...text.matchAll(/alert: (\w+)/g)].map(([, name = '']) => name)
    expect(names(shortened)).toEqual(names(rules))
    expect(shortened).not.toMatch(/for: \d+[mhd]|\[\d+[mhd]\]/)
  })

  it('come from the addresses of the cluster', () => {
    const config = configOf(read('prometheus.yml'), { 'sesa-server': ['a:1', 'b:2'], etcd: ['c:3'] })
    expect(config).toMatch(/job_name: sesa-server\n[^\n]*targets: \['a:1', 'b:2'\]/)
    expect(config).toMatch(/job_name: etcd\n(?:[^\n]*\n)+?[^\n]*targets: \['c:3'\]/)
    expect(config).toContain("targets: ['10.0.0.31:9464', '10.0.0.32:9464']")
    expect(config).toContain('scrape_interval: 1s')
    expect(() => configOf(config, { unknown: [] })).toThrow('no job unknown')
  })

  it.each([
    ['did not fire', [], undefined],
    ['began at once', [0.4, 1.4], 0.4],
    ['began later', [7.2, 8.2], 7.2],
    ['fired before and went on', [-0.6, 0.4, 1.4], undefined],
    ['fired before, stopped and began again', [-0.6, 0.4, 9.4], 9.4],
  ])('%s', (_what, seconds, began) => {
    expect(beginningAfter(seconds)).toBe(began)
  })
})
