import { createHash } from 'node:crypto'
import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { LANGUAGES } from '../src/languages/languages.ts'
import { BROWSER_BUILD, shared } from './bundle.ts'

/**
 * Builds each language except English as one script, which the documents' first script loads, into the folder of hashed
 * files. Returns the hash in their names: the same for all, because every document contains it.
 */
export async function buildLanguages(root: string, publicDir: string): Promise<string> {
  const outDir = join(publicDir, 'assets')
  const codes = LANGUAGES.map(({ code }) => code).filter((code) => code !== 'en')
  const fileOf = (code: string, mark: string) => join(outDir, `${code}-${mark}.js`)
  const hash = createHash('sha256')
  for (const code of codes) {
    await build({
      ...shared(root),
      build: {
        ...BROWSER_BUILD,
        outDir,
        emptyOutDir: false,
        rollupOptions: {
          input: join(root, `src/languages/${code}.ts`),
          output: { format: 'iife', entryFileNames: `${code}-new.js` },
        },
      },
    })
    hash.update(await readFile(fileOf(code, 'new')))
  }
  const mark = hash.digest('base64url').slice(0, 6)
  for (const code of codes) await rename(fileOf(code, 'new'), fileOf(code, mark))
  return mark
}
