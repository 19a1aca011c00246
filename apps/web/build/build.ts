import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildWeb } from './build-web.ts'
import { addGallery } from './gallery.ts'

// `node build/build.ts [folder] [--gallery]`; the gallery is the page of the design system, for development.
// Always builds for production: another NODE_ENV would include React's development code, three times as
// large.
process.env.NODE_ENV = 'production'

const { values, positionals } = parseArgs({
  options: { gallery: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const root = resolve(import.meta.dirname, '..')
const outDir = resolve(positionals[0] ?? join(root, 'dist'))
const manifest = await buildWeb(root, outDir)
if (values.gallery) await addGallery(root, outDir)
console.log(`Built the web app: ${Object.keys(manifest.csp).length} documents in ${outDir}`)
