import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { lockDataDir, prepareDataDir } from './data-dir.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = path.join(await mkdtemp(path.join(tmpdir(), 'sesa-data-dir-')), 'data')
})
afterEach(() => rm(path.dirname(dataDir), { recursive: true, force: true }))

const modeOf = async (...names: string[]): Promise<string> =>
  ((await stat(path.join(dataDir, ...names))).mode & 0o777).toString(8)

const OURS = [
  ...['launcher.lock', 'launcher.pid', 'sandbox.sqlite', 'sandbox.sqlite-wal', 'sandbox.sqlite-shm'],
  ...['secrets.json', 'secrets-before-restore-20261125T184512Z.json', 'connection.json', 'staff-session'],
]

it.each([[[]], [OURS]])('closes an open folder of ours to other users, with %j in it', async (names) => {
  await mkdir(dataDir)
  await chmod(dataDir, 0o755)
  for (const name of names) await writeFile(path.join(dataDir, name), '', { mode: 0o644 })
  expect(await prepareDataDir(dataDir)).toEqual([])
  expect(await modeOf()).toBe('700')
  for (const name of names) expect([name, await modeOf(name)]).toEqual([name, '600'])
  expect(await modeOf('logs')).toBe('700')
})

it('keeps the mode of a folder with other content, and says so', async () => {
  await mkdir(path.join(dataDir, 'photos'), { recursive: true })
  await chmod(dataDir, 0o755)
  await writeFile(path.join(dataDir, 'note'), '', { mode: 0o644 })
  await writeFile(path.join(dataDir, 'sandbox.sqlite'), '', { mode: 0o644 })
  expect(await prepareDataDir(dataDir)).toEqual([expect.stringContaining('chmod 700')])
  expect([await modeOf(), await modeOf('note'), await modeOf('sandbox.sqlite')]).toEqual([
    '755',
    '644',
    '600',
  ])
})

it('creates nothing that other users can read', async () => {
  await prepareDataDir(dataDir)
  const lock = await lockDataDir(dataDir)
  const names = await readdir(dataDir)
  expect(names).toEqual(expect.arrayContaining(['launcher.lock', 'launcher.pid', 'logs']))
  for (const name of names)
    expect([name, await modeOf(name)]).toEqual([name, name === 'logs' ? '700' : '600'])
  await lock.release()
})
