import { spawn, spawnSync } from 'node:child_process'

/** The findings of a tool, and how it was run. */
export interface ScanResult {
  readonly tool: string
  /** The command line, without the token and the paths of its files. */
  readonly line: string
  readonly seconds: number
  /** How much it scanned, so that finding nothing means something. */
  readonly looked: string
  readonly findings: readonly string[]
}

/** The target of a scan: the running product, signed in. */
export interface Target {
  readonly base: string
  /** An ID token of an account of the sandbox. */
  readonly token: string
  /** An empty folder for the tools' own files. */
  readonly folder: string
}

/** Debian packages, named like their commands. */
const TOOLS = ['wapiti', 'sqlmap', 'slowhttptest'] as const

const isThere = (tool: string): boolean => spawnSync('which', [tool]).status === 0

/** Installs missing tools if run as root. @throws Error that says what to install if some are missing. */
export function requireTools(): void {
  const missing = TOOLS.filter((tool) => !isThere(tool))
  if (missing.length === 0) return
  const install = ['apt-get', 'install', '-y', '--no-install-recommends', ...missing]
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  if (process.getuid?.() === 0) spawnSync('apt-get', install.slice(1), { stdio: 'ignore', env })
  const left = TOOLS.filter((tool) => !isThere(tool))
  if (left.length > 0) throw new Error(`Install ${left.join(', ')} first: sudo ${install.join(' ')}`)
}

/** Returns the first version number in a tool's output. */
export function versionOf(tool: string): string {
  const { stdout, stderr } = spawnSync(tool, [tool === 'slowhttptest' ? '-h' : '--version'], {
    encoding: 'utf8',
  })
  return /\d+\.\d+(\.\d+)?/.exec(stdout + stderr)?.[0] ?? 'unknown'
}

/** Runs a tool at low priority for at most `mostSeconds`. @returns its output, and whether it was cut. */
export function run(
  tool: string,
  args: readonly string[],
  mostSeconds: number,
): Promise<{ output: string; seconds: number; cut: boolean }> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const child = spawn('nice', ['-n', '10', tool, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
    let cut = false
    const timer = setTimeout(() => {
      cut = true
      child.kill('SIGTERM')
    }, mostSeconds * 1_000)
    child.on('error', reject)
    child.on('close', () => {
      clearTimeout(timer)
      const seconds = Math.round((performance.now() - started) / 1_000)
      resolve({ output: Buffer.concat(chunks).toString(), seconds, cut })
    })
  })
}
