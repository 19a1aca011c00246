import { chromium } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { findBrowser } from './src/browser/browser.ts'

// npm run icons: draws the icons of the installed app from apps/web/build/icon.svg.

const FOLDER = path.resolve(import.meta.dirname, '../apps/web/build')
/** A phone may crop a maskable icon to a circle of four fifths. The rest is background. */
const SAFE = 0.8
const ICONS = [
  { name: '192', size: 192, share: 1 },
  { name: '512', size: 512, share: 1 },
  { name: 'maskable-512', size: 512, share: SAFE },
  { name: 'apple-180', size: 180, share: SAFE },
] as const

const svg = await readFile(path.join(FOLDER, 'icon.svg'), 'utf8')
const browser = await chromium.launch(await findBrowser())
const page = await browser.newPage()
for (const { name, size, share } of ICONS) {
  const ground = share === 1 ? 'transparent' : '#0b3b2d'
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(
    `<body style="margin:0;height:100vh;display:grid;place-items:center;background:${ground}">` +
      svg.replace('<svg ', `<svg width="${size * share}" height="${size * share}" `),
  )
  await page.screenshot({ path: path.join(FOLDER, `icons/${name}.png`), omitBackground: true })
}
await browser.close()
