import path from 'node:path'
import type { WebBuild } from './web-build.ts'

/** The commands that the launcher runs, each a Node script with its arguments. */
export interface Commands {
  /** Working directory of every command. */
  cwd: string
  /** Checks the settings before the first start; undefined if there are none. */
  check?: readonly string[] | undefined
  migrate: readonly string[]
  sandbox: readonly string[]
  server: readonly string[]
  worker: readonly string[]
  /** The staff office; undefined if there is none. */
  office?: readonly string[]
  /** Builds the web app and the office’s app, one after another, if their sources changed. */
  build: WebBuild & { commands: readonly (readonly string[])[] }
}

/** Returns the product's commands at `root`. In development, its processes restart when code changes. */
export function productCommands(root: string, isDevelopment: boolean): Commands {
  const at = (file: string): string => path.join(root, file)
  const watched = (file: string): string[] => (isDevelopment ? ['--watch', at(file)] : [at(file)])
  // Separate files, so that a start after development rebuilds without the gallery page.
  const { web, hashFile } = isDevelopment
    ? { web: [at('apps/web/build/build.ts'), '--gallery'], hashFile: at('apps/web/dist/.build-hash-dev') }
    : { web: [at('apps/web/build/build.ts')], hashFile: at('apps/web/dist/.build-hash') }
  return {
    cwd: root,
    check: [at('apps/api/src/bin/check.ts')],
    migrate: [at('apps/api/src/bin/migrate.ts')],
    sandbox: watched('packages/sandbox/src/main.ts'),
    server: watched('apps/api/src/bin/serve.ts'),
    worker: watched('apps/api/src/bin/work.ts'),
    office: watched('apps/api/src/bin/office.ts'),
    build: {
      commands: [web, [at('apps/office/build/build.ts')]],
      hashFile,
      sources: [
        'apps/web',
        'apps/office',
        'packages/money/src',
        'packages/contract/src',
        'packages/ui/src',
        'package-lock.json',
      ].map(at),
    },
  }
}
