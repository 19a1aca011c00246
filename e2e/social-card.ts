import { chromium } from '@playwright/test'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { findBrowser } from './src/browser/browser.ts'

// npm run icons: draws the image of a shared link, from social-card.svg.

const BUILD = path.resolve(import.meta.dirname, '../apps/web/build')
const browser = await chromium.launch(await findBrowser())
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } })
const drawing = await readFile(path.join(BUILD, 'social-card.svg'), 'utf8')
await page.setContent(`<style>body{margin:0}svg{display:block}</style>${drawing}`)
await writeFile(path.join(BUILD, 'social-card.png'), await page.screenshot({ type: 'png' }))
await browser.close()
