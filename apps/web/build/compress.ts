import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

const TEXT = /\.(html|js|css|svg|json|webmanifest)$/

/** Ways to write distances (`BROTLI_PARAM_NPOSTFIX`): which one is the shortest depends on the file. */
const POSTFIXES = [0, 1, 2]

/** Writes `.br` and `.gz` next to each text file in `folder`, at the highest quality: only the build pays for it. */
export async function compressFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && TEXT.test(entry.name))
  await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name)
      const content = await readFile(path)
      const params = (postfix: number) => ({
        [constants.BROTLI_PARAM_NPOSTFIX]: postfix,
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      })
      const packed = await Promise.all(
        POSTFIXES.map((postfix) => brotli(content, { params: params(postfix) })),
      )
      const [smallest] = packed.sort((a, b) => a.length - b.length)
      if (smallest) await writeFile(`${path}.br`, smallest)
      await writeFile(`${path}.gz`, await zip(content, { level: 9 }))
    }),
  )
}
