import { resolve } from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

// `node build/build.ts [folder]`: one index.html and files named by their content, all below /office/. Nothing is
// inlined, so the office's content security policy allows only its own files.
process.env.NODE_ENV = 'production'

const root = resolve(import.meta.dirname, '..')
const outDir = resolve(process.argv[2] ?? `${root}/dist`)
await build({
  root,
  configFile: false,
  logLevel: 'warn',
  base: '/office/',
  publicDir: false,
  plugins: [react(), tailwind()],
  build: {
    outDir,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // Staff use current browsers. The polyfill for older ones would be an inline script.
    modulePreload: { polyfill: false },
  },
})
console.log(`Built the office in ${outDir}`)
