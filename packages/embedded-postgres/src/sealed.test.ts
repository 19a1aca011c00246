import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFile, sealFile } from './manifest.ts'
import { nameOfKey, readBackupKey } from './sealed.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sesa-sealed-test-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const key = randomBytes(32)

describe('the key of a backup', () => {
  it.each([undefined, '', 'short', randomBytes(31).toString('base64'), randomBytes(33).toString('base64')])(
    'is 32 bytes, not %j',
    (text) => {
      expect(() => readBackupKey(text)).toThrow('openssl rand -base64 32')
    },
  )

  it('has a name that is the same each time', () => {
    const text = randomBytes(32).toString('base64')
    expect(nameOfKey(readBackupKey(`${text}\n`))).toBe(nameOfKey(readBackupKey(text)))
    expect(nameOfKey(readBackupKey(text))).toMatch(/^[\da-f]{8}$/)
  })
})

describe('a sealed file', () => {
  it.each([0, 1, 65_535, 65_536, 65_537, 131_072, 200_000])('of %d bytes opens as it was', async (bytes) => {
    const content = randomBytes(bytes)
    const [name, opened] = [`sealed-${bytes}`, path.join(folder, `opened-${bytes}`)]
    const written = await sealFile(content, { folder, key }, name)
    expect(await openFile({ folder, key }, name, opened)).toEqual(written)
    expect((await readFile(opened)).equals(content)).toBe(true)
  })

  it.each<[string, (bytes: Buffer) => Buffer, string]>([
    ['with a changed byte', (bytes) => bytes.fill(bytes.readUInt8(100) ^ 1, 100, 101), 'secrets.json'],
    ['with a byte more', (bytes) => Buffer.concat([bytes, Buffer.from(' ')]), 'secrets.json'],
    ['cut off between two chunks', (bytes) => bytes.subarray(0, 8 + 32 + 65_552), 'secrets.json'],
    ['without content', () => Buffer.alloc(0), 'secrets.json'],
    ['under the name of another', (bytes) => bytes, 'password'],
  ])('%s does not open', async (what, damage, name) => {
    const own = { folder: await mkdtemp(path.join(folder, 'damaged-')), key }
    await sealFile(randomBytes(100_000), own, 'secrets.json')
    const bytes = await readFile(path.join(own.folder, 'secrets.json'))
    await writeFile(path.join(own.folder, name), damage(bytes))
    await expect(openFile(own, name), what).rejects.toThrow(`${name} doesn’t open`)
  })
})
