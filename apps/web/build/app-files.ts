import { createHash } from 'node:crypto'
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { addressOf, type Chunks } from './chunks.ts'
import { THEME_COLORS } from './document.ts'

/** Icons of the installed app, drawn from icon.svg by `npm run icons`. */
export const APP_ICONS = {
  small: 'build/icons/192.png',
  large: 'build/icons/512.png',
  maskable: 'build/icons/maskable-512.png',
  apple: 'build/icons/apple-180.png',
} as const

export const SERVICE_WORKER = 'src/document/service-worker.ts'

/** Returns an id of the build, derived from the names of all its files. */
export function markOf(chunks: Chunks): string {
  const files = Object.values(chunks).map((chunk) => chunk.file)
  return createHash('sha256').update(files.sort().join()).digest('base64url').slice(0, 10)
}

/**
 * Writes the files that make the site an installable app, `manifest.webmanifest` and `sw.js`, both at the root with
 * fixed names. The worker contains the build's id, so it changes whenever any file does.
 */
export async function writeAppFiles(publicDir: string, chunks: Chunks): Promise<void> {
  await writeFile(join(publicDir, 'manifest.webmanifest'), JSON.stringify(webManifest(chunks)))
  const built = join(publicDir, addressOf(chunks, SERVICE_WORKER))
  // Browsers request this address on pages that name no icon, such as /docs.
  await copyFile(join(publicDir, addressOf(chunks, APP_ICONS.small)), join(publicDir, 'favicon.ico'))
  const worker = await readFile(built, 'utf8')
  await rm(built)
  const filled = worker
    .replace('sesa-BUILD', `sesa-${markOf(chunks)}`)
    .replace('sesa-ICON', addressOf(chunks, APP_ICONS.small))
  await writeFile(join(publicDir, 'sw.js'), filled)
}

function webManifest(chunks: Chunks): object {
  const icon = (source: string, sizes: string, purpose: 'any' | 'maskable') => ({
    src: addressOf(chunks, source),
    sizes,
    type: 'image/png',
    purpose,
  })
  return {
    id: '/',
    name: 'Sesa',
    short_name: 'Sesa',
    description: 'Send money home by card. It arrives as mobile money.',
    lang: 'en',
    dir: 'ltr',
    start_url: '/me/dashboard',
    scope: '/',
    display: 'standalone',
    background_color: THEME_COLORS.light,
    theme_color: THEME_COLORS.light,
    categories: ['finance'],
    icons: [
      icon(APP_ICONS.small, '192x192', 'any'),
      icon(APP_ICONS.large, '512x512', 'any'),
      icon(APP_ICONS.maskable, '512x512', 'maskable'),
    ],
    shortcuts: [
      { name: 'Send Money', url: '/send-money' },
      { name: 'Transactions', url: '/me/dashboard' },
    ],
  }
}
