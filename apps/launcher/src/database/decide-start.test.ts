import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keepSecrets, loadSecrets, lookInside, type Secrets } from '../secrets.ts'
import { decideStart, type Found } from './decide-start.ts'

const bundled = { dataDir: '/data', isBundled: true, hasSecret: false }
const nothing: Found = { database: false, secrets: 'none', isStarting: false, aside: [] }

describe('a start', () => {
  it.each<[string, Partial<Found>, Partial<typeof bundled>, string]>([
    ['an empty folder', {}, {}, 'first'],
    ['a first start that was interrupted before its database', { isStarting: true }, {}, 'first'],
    ['… and after it', { isStarting: true, database: true }, {}, 'first'],
    ['database and secrets', { database: true, secrets: 'whole' }, {}, 'later'],
    [
      '… and what an interrupted first start left',
      { database: true, secrets: 'whole', isStarting: true },
      {},
      'later',
    ],
    ['secrets without their database', { secrets: 'whole' }, {}, 'its database in /data/postgres is gone'],
    ['… of an interrupted first start too', { secrets: 'whole', isStarting: true }, {}, 'is gone'],
    ['… with the secret in the settings', { secrets: 'partial' }, { hasSecret: true }, 'is gone'],
    [
      'a database that was put aside',
      { aside: ['postgres-before-restore-1'] },
      {},
      '(postgres-before-restore-1)',
    ],
    ['secrets that were put aside', { aside: ['secrets-before-restore-1.json'] }, {}, 'Rename it back'],
    ['a database without secrets', { database: true }, {}, 'is missing from /data/secrets.json'],
    ['a database without its secret', { database: true, secrets: 'partial' }, {}, 'is missing'],
    [
      '… whose first start was interrupted',
      { database: true, secrets: 'partial', isStarting: true },
      {},
      'is missing',
    ],
    ['… which is in the settings', { database: true, secrets: 'partial' }, { hasSecret: true }, 'later'],
    ['a database alone, with its secret in the settings', { database: true }, { hasSecret: true }, 'later'],
    ['a database elsewhere, and nothing', {}, { isBundled: false }, 'first'],
    ['a database elsewhere, and secrets', { secrets: 'whole' }, { isBundled: false }, 'later'],
    [
      'a database elsewhere, whose secret is missing',
      { secrets: 'partial' },
      { isBundled: false },
      'is missing',
    ],
    [
      'a database elsewhere, and the secret in the settings',
      {},
      { isBundled: false, hasSecret: true },
      'later',
    ],
  ])('on %s', (_name, found, wanted, expected) => {
    const start = decideStart({ ...nothing, ...found }, { ...bundled, ...wanted })
    expect(start.is === 'refused' ? start.why : start.is).toContain(expected)
  })
})

describe('a folder', () => {
  let dataDir: string
  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'sesa-start-'))
  })
  afterEach(() => rm(dataDir, { recursive: true, force: true }))
  const at = (...names: string[]): string => path.join(dataDir, ...names)
  const decide = async () => decideStart(await lookInside(dataDir), { ...bundled, dataDir })

  it('gets secrets that stay the same, wherever its first start is interrupted', async () => {
    const seen: Secrets[] = []
    const load = async () => void seen.push(await loadSecrets(dataDir, { start: 'first', hasSecret: false }))
    const steps: (() => Promise<unknown>)[] = [
      load,
      () => mkdir(at('postgres/new-1'), { recursive: true }),
      () => rename(at('postgres/new-1'), at('postgres/cluster')),
      () => writeFile(at('postgres/cluster/PG_VERSION'), '18'),
      () => writeFile(at('postgres/password'), 'x'),
    ]
    expect(await decide()).toEqual({ is: 'first' })
    for (const step of steps) {
      await step()
      expect(await decide()).toEqual({ is: 'first' })
      await load()
    }
    expect(new Set(seen.map((secrets) => JSON.stringify(secrets))).size).toBe(1)
    await keepSecrets(dataDir, 'first')
    expect(await decide()).toEqual({ is: 'later' })
    expect(await loadSecrets(dataDir, { start: 'later', hasSecret: false })).toEqual(seen[0])
    await rm(at('secrets.json'))
    expect(await decide()).toMatchObject({ is: 'refused' })
  })

  it('stores no second secret if the settings have one', async () => {
    await loadSecrets(dataDir, { start: 'first', hasSecret: true })
    await keepSecrets(dataDir, 'first')
    await mkdir(at('postgres/cluster'), { recursive: true })
    expect(JSON.parse(await readFile(at('secrets.json'), 'utf8'))).not.toHaveProperty('SESA_SECRET')
    expect(await decide()).toMatchObject({ is: 'refused' })
  })

  it('gets the secrets that a later release has added', async () => {
    await writeFile(at('secrets.json'), '{"SESA_SECRET":"kept"}')
    const secrets = await loadSecrets(dataDir, { start: 'later', hasSecret: false })
    expect(secrets.SESA_SECRET).toBe('kept')
    expect(JSON.parse(await readFile(at('secrets.json'), 'utf8'))).toEqual(secrets)
  })
})
