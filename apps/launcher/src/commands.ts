import path from 'node:path'
import type { WebBuild } from './web-build.ts'

/** What the launcher runs: each a Node script with its arguments. */
export interface Commands {
  /** Working directory of every command. */
  cwd: string
  migrate: readonly string[]
  sandbox: readonly string[]
  server: readonly string[]
  worker: readonly string[]
  /** Builds the web app, when its sources changed. */
  build: WebBuild & { command: readonly string[] }
}

/** The commands of the product in the repository at `root`; in development, processes restart when code changes. */
export function productCommands(root: string, isDevelopment: boolean): Commands {
  const at = (file: string): string => path.join(root, file)
  const watched = (file: string): string[] => (isDevelopment ? ['--watch', at(file)] : [at(file)])
  return {
    cwd: root,
    migrate: [at('apps/api/src/main/migrate.ts')],
    sandbox: watched('packages/sandbox/src/main.ts'),
    server: watched('apps/api/src/main/server.ts'),
    worker: watched('apps/api/src/main/worker.ts'),
    build: {
      command: [at('apps/web/build/build.ts')],
      sources: ['apps/web', 'packages/money/src', 'packages/contract/src', 'package-lock.json'].map(at),
      hashFile: at('apps/web/dist/.build-hash'),
    },
  }
}
