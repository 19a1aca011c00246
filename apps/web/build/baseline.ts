import { readdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build, type Plugin } from 'vite'
import { BROWSER_BUILD, shared } from './bundle.ts'
import { compressFolder } from './compress.ts'

// Run as `node build/baseline.ts folder`, for `npm run bench -- --web`. Builds the same sources as a plain
// single-page application.
process.env.NODE_ENV = 'production'

const root = resolve(import.meta.dirname, '..')
const outDir = resolve(process.argv[2] ?? join(root, '.cache/baseline'))

/** Public pages render their islands at build time; the baseline renders everything in the browser. */
const islandsInTheBrowser: Plugin = {
  name: 'islands-in-the-browser',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('/island.tsx') ? join(root, 'src/baseline/island.tsx') : undefined),
}
const config = shared(root)
await build({
  ...config,
  plugins: [islandsInTheBrowser, ...(config.plugins ?? [])],
  build: {
    ...BROWSER_BUILD,
    outDir,
    emptyOutDir: true,
    cssCodeSplit: false,
    chunkSizeWarningLimit: 1000,
    rollupOptions: {
      input: join(root, 'src/baseline/entry.tsx'),
      output: { codeSplitting: false },
    },
  },
})
const files = await readdir(join(outDir, 'assets'))
const only = (kind: RegExp): string => {
  const [file, ...others] = files.filter((name) => kind.test(name))
  if (file === undefined || others.length > 0)
    throw new Error(`The baseline is to have one file ${String(kind)}`)
  return `/assets/${file}`
}
await writeFile(
  join(outDir, 'index.html'),
  [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sesa</title>',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<script type="module" crossorigin src="${only(/^entry-.*\.js$/)}"></script>`,
    `<link rel="stylesheet" crossorigin href="${only(/\.css$/)}">`,
    '</head><body><div id="root"></div></body></html>',
  ].join(''),
)
await compressFolder(outDir)
await rm(join(outDir, '.vite'), { recursive: true, force: true })
