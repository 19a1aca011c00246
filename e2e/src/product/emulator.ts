import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@sesa/test-kit/ports'

const run = promisify(execFile)

/** The tested version; 266 MB in 625 packages, so it is not a dependency. */
const VERSION = '15.34.2'
const CACHE = path.resolve(import.meta.dirname, '../../../.cache')
const FOLDER = path.join(CACHE, `firebase-tools-${VERSION}`)

/** A project that does not exist: Firebase reserves names that start with `demo-` for this. */
export const PROJECT = 'demo-sesa'
const LONGEST_START_MS = 180_000

export interface Emulator {
  stop(): Promise<void>
}

/** Installs firebase-tools from npm into `.cache/` once, whole or not at all. */
async function install(): Promise<void> {
  if (existsSync(FOLDER)) return
  console.log(`Installing firebase-tools ${VERSION} into .cache (about 270 MB, once)`)
  await mkdir(CACHE, { recursive: true })
  const folder = await mkdtemp(`${FOLDER}-`)
  await writeFile(
    path.join(folder, 'package.json'),
    JSON.stringify({ private: true, dependencies: { 'firebase-tools': VERSION } }),
  )
  const flags = ['--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error']
  await run('npm', ['install', ...flags], { cwd: folder, maxBuffer: 64 * 1024 * 1024 })
  await rename(folder, FOLDER)
}

/** Starts Firebase's Auth emulator on `port`: offline, without Java and without a Google account. */
export async function startEmulator(port: number): Promise<Emulator> {
  await install()
  const home = await mkdtemp(path.join(tmpdir(), 'sesa-firebase-'))
  const emulators = {
    auth: { host: '127.0.0.1', port },
    hub: { host: '127.0.0.1', port: await freePort() },
    logging: { host: '127.0.0.1', port: await freePort() },
    ui: { enabled: false },
  }
  await writeFile(path.join(home, 'firebase.json'), JSON.stringify({ emulators }))
  const bin = path.join(FOLDER, 'node_modules/firebase-tools/lib/bin/firebase.js')
  const child = spawn(
    process.execPath,
    [bin, 'emulators:start', '--only', 'auth', '--project', PROJECT, '--non-interactive'],
    // The emulator writes settings and logs to its home folder.
    { cwd: home, env: { ...process.env, HOME: home, XDG_CONFIG_HOME: home }, stdio: 'pipe' },
  )
  const ended = once(child, 'exit')
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  }
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGINT')
    await ended
    await rm(home, { recursive: true, force: true })
  }
  const deadline = Date.now() + LONGEST_START_MS
  while (!(await answers(port))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop()
      throw new Error(`The Auth emulator did not start:\n${said}`)
    }
  }
  return { stop }
}

async function answers(port: number): Promise<boolean> {
  await new Promise((resolve) => setTimeout(resolve, 250))
  try {
    return (await fetch(`http://127.0.0.1:${port}/`)).ok
  } catch {
    return false
  }
}
