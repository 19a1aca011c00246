import { join, resolve } from 'node:path'
import { buildWeb } from './build-web.ts'

// `node build/build.ts [folder]`. Whatever the surroundings say, what is built is for production: under another
// NODE_ENV React's development code would come along, at three times the weight.
process.env.NODE_ENV = 'production'

const root = resolve(import.meta.dirname, '..')
const outDir = resolve(process.argv[2] ?? join(root, 'dist'))
const manifest = await buildWeb(root, outDir)
console.log(`Built the web app: ${Object.keys(manifest.csp).length} documents in ${outDir}`)
