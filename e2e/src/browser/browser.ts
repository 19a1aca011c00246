import chromium, { inflate } from '@sparticuz/chromium'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const require = createRequire(import.meta.url)
const CACHE = path.resolve(import.meta.dirname, '../../../.cache')

/** Where Linux systems install Chromium. */
const SYSTEM = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].map((name) =>
  path.join('/usr/bin', name),
)

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Playwright's launch options for a browser. */
export interface Browser {
  executablePath: string
  args: string[]
  env: Record<string, string>
}

/**
 * Returns the Chromium to drive: `CHROMIUM_PATH`, else the system's, else the one inside `@sparticuz/chromium`,
 * unpacked once below `.cache/`. Throws if `CHROMIUM_PATH` names no file.
 */
export function findBrowser(): Promise<Browser> {
  return (found ??= find())
}

/** Found once per process, because unpacking redirects the folder for temporary files. */
let found: Promise<Browser> | undefined

async function find(): Promise<Browser> {
  const given = process.env['CHROMIUM_PATH']
  if (given !== undefined && !existsSync(given)) {
    throw new Error(`CHROMIUM_PATH is ${given}, where there is no file. Correct it or leave it out.`)
  }
  const installed = given ?? SYSTEM.find((file) => existsSync(file))
  if (installed !== undefined) return { executablePath: installed, args: ARGS, env: environment() }
  return bundled()
}

async function bundled(): Promise<Browser> {
  const packageFile = require.resolve('@sparticuz/chromium').replace(/build[\\/].*$/, 'package.json')
  const { version } = require(packageFile) as { version: string }
  const folder = path.join(CACHE, `chromium-${version}`)
  if (!existsSync(folder)) await unpack(path.join(path.dirname(packageFile), 'bin'), folder)
  const executablePath = path.join(folder, 'chromium')
  // Bare systems have neither NSS nor fonts. If a system has its own, they suit it better.
  const own = environment()
  const env = (await starts(executablePath, own))
    ? own
    : { ...own, LD_LIBRARY_PATH: path.join(folder, 'al2023/lib') }
  if (!existsSync('/etc/fonts')) env['FONTCONFIG_PATH'] = path.join(folder, 'fonts')
  return { executablePath, args: ARGS, env }
}

/** Unpacks the whole browser or nothing: other processes may need it at the same time. */
async function unpack(from: string, to: string): Promise<void> {
  await mkdir(CACHE, { recursive: true })
  const folder = await mkdtemp(`${to}-`)
  const before = process.env['TMPDIR']
  // The package unpacks into the temporary folder, whatever else it contains.
  process.env['TMPDIR'] = folder
  try {
    await chromium.executablePath(from)
    await inflate(path.join(from, 'al2023.tar.br'))
  } finally {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  }
  await rename(folder, to).catch(async (error: unknown) => {
    await rm(folder, { recursive: true, force: true })
    if (!existsSync(to)) throw error
  })
}

async function starts(executablePath: string, env: Record<string, string>): Promise<boolean> {
  try {
    await run(executablePath, ['--version', '--no-sandbox'], { env })
    return true
  } catch {
    return false
  }
}

function environment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
