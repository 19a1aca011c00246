import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'

export interface WebBuild {
  /** Files and folders on which the built web app depends. */
  sources: readonly string[]
  /** File with the fingerprint of the last build's sources. */
  hashFile: string
}

/** Returns the sources' fingerprint if it differs from the last build's. */
export async function staleFingerprint(build: WebBuild): Promise<string | undefined> {
  const current = await fingerprint(build.sources)
  const built = (await readFile(build.hashFile, 'utf8').catch(() => '')).trim()
  return current === built ? undefined : current
}

/** Records that the web app was built from sources with this fingerprint. */
export async function recordBuild(build: WebBuild, built: string): Promise<void> {
  await mkdir(path.dirname(build.hashFile), { recursive: true })
  await writeFile(build.hashFile, `${built}\n`)
}

async function fingerprint(sources: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of await filesOf(source)) {
      const content = await readFile(file)
      hash.update(`${path.relative(path.dirname(source), file)}\0${content.length}\0`).update(content)
    }
  }
  return hash.digest('hex')
}

const isSource = (file: string): boolean =>
  !/(^|[\\/])(node_modules|dist)([\\/]|$)/.test(file) && !/\.test\.tsx?$/.test(file)

async function filesOf(source: string): Promise<string[]> {
  const found = await stat(source).catch(() => undefined)
  if (found === undefined) return []
  if (found.isFile()) return [source]
  const names = (await readdir(source)).filter(isSource).sort()
  const nested = await Promise.all(names.map((name) => filesOf(path.join(source, name))))
  return nested.flat()
}
