import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { ROOT } from './files.ts'

/** The installed tools before all others, and with them the pinned Node. */
const PATH = [join(ROOT, 'node_modules/.bin'), process.env['PATH'] ?? ''].join(delimiter)

export interface Outcome {
  readonly passed: boolean
  /** What it wrote, when that was not shown as it came. */
  readonly output: string
}

export interface CommandOptions {
  /** Show what it writes as it comes, rather than keep it. */
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
  const shown = options.show ? 'inherit' : 'pipe'
  return new Promise((resolve) => {
    const child = spawn(tool, args, {
      cwd: ROOT,
      env: { ...process.env, ...options.env, PATH },
      stdio: ['ignore', shown, shown],
    })
    const chunks: Buffer[] = []
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk))
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
