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
  // Recorded apart, so that a start rebuilds after development, whose build has an extra page.
  const build = isDevelopment
    ? { command: [at('apps/web/build/build.ts'), '--gallery'], hashFile: at('apps/web/dist/.build-hash-dev') }
    : { command: [at('apps/web/build/build.ts')], hashFile: at('apps/web/dist/.build-hash') }
  return {
    cwd: root,
    migrate: [at('apps/api/src/bin/migrate.ts')],
    sandbox: watched('packages/sandbox/src/main.ts'),
    server: watched('apps/api/src/bin/serve.ts'),
    worker: watched('apps/api/src/bin/work.ts'),
    build: {
      ...build,
      sources: ['apps/web', 'packages/money/src', 'packages/contract/src', 'package-lock.json'].map(at),
    },
  }
}
