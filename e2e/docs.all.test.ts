// Slow: the commands of the docs, as a reader types them next to `npm start`.
import { spawnSync } from 'node:child_process'
import { freePort } from '@sesa/test-kit/ports'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { environment, startProduct, type Product } from './src/product/product.ts'
import { readPages, runnableBlocks } from '../scripts/docs/pages.ts'
import { ROOT } from '../scripts/files.ts'

const BLOCKS = readPages().flatMap(runnableBlocks)
/** The address of `npm start` without settings, which blocks may name. */
const USUAL = 'http://localhost:3000'

describe('each block of commands that is marked as runnable', () => {
  let product: Product
  let port: number
  beforeAll(async () => {
    port = await freePort()
    product = await startProduct(port)
  })
  afterAll(() => product.stop())

  it('is found', () => {
    expect(BLOCKS.length).toBeGreaterThan(5)
  })

  it.each(BLOCKS)('runs as written: $page:$line', ({ commands }) => {
    const { status, stdout, stderr } = spawnSync(
      'bash',
      ['-euo', 'pipefail', '-c', commands.replaceAll(USUAL, `http://localhost:${port}`)],
      {
        cwd: ROOT,
        env: { ...environment(), PORT: String(port), SESA_DATA_DIR: product.dataDir },
        encoding: 'utf8',
      },
    )
    expect(status, `${commands}\n${stdout}\n${stderr}`).toBe(0)
  })
})
