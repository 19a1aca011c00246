import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { ROOT } from './files.ts'

/** The installed tools before all others, and with them the pinned Node. */
const PATH = [join(ROOT, 'node_modules/.bin'), process.env['PATH'] ?? ''].join(delimiter)

export interface Outcome {
  readonly passed: boolean
  /** Its output; only its standard error when the output was shown as it came. */
  readonly output: string
}

export interface CommandOptions {
  /** Show what it writes as it comes. */
  readonly show?: boolean
  readonly env?: Readonly<Record<string, string>>
}

/**
 * Runs an installed tool in the repository's folder, without input, to its end. A tool that cannot be started is a
 * failure like any other. Ctrl-C reaches it directly; SIGTERM is passed on.
 */
export function command(
  line: readonly [string, ...string[]],
  options: CommandOptions = {},
): Promise<Outcome> {
  const [tool, ...args] = line
  return new Promise((resolve) => {
    const child = spawn(tool, args, {
      cwd: ROOT,
      env: { ...process.env, ...options.env, PATH },
      stdio: ['ignore', options.show ? 'inherit' : 'pipe', 'pipe'],
    })
    const chunks: Buffer[] = []
    const keep = (chunk: Buffer): void => void chunks.push(chunk)
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    if (options.show) child.stderr?.pipe(process.stderr, { end: false })
    const passOn = (): void => void child.kill('SIGTERM')
    process.once('SIGTERM', passOn)
    const end = (passed: boolean, problem = ''): void => {
      process.off('SIGTERM', passOn)
      resolve({ passed, output: Buffer.concat(chunks).toString() + problem })
    }
    child.on('error', (error) => end(false, `${tool} cannot be started: ${error.message}\n`))
    child.on('close', (code) => end(code === 0))
  })
}
