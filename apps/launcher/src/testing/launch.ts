/** Test program: the launcher itself, with child.ts in place of every process of the product. */
import path from 'node:path'
import { rebuildOnChange } from '../dev.ts'
import { runLauncher } from '../run.ts'

const child = path.join(import.meta.dirname, 'child.ts')
const built = process.env['FIXTURE_BUILT'] ?? ''

const sources = [path.join(built, 'src')]
// The product's own server, worker and migrator, for tests of refused settings.
const product = path.join(import.meta.dirname, '../../../api/src/bin')
const service = (name: string, script: string): string[] =>
  process.env['FIXTURE_PRODUCT'] === undefined ? [child, name] : [path.join(product, `${script}.ts`)]
const launcher = await runLauncher({
  cwd: import.meta.dirname,
  check: process.env['FIXTURE_PRODUCT'] === undefined ? undefined : [path.join(product, 'check.ts')],
  migrate: service('migrate', 'migrate'),
  sandbox: [child, 'sandbox'],
  server: service('server', 'serve'),
  worker: service('worker', 'work'),
  build: { commands: [[child, 'build']], sources, hashFile: path.join(built, 'dist/.build-hash') },
})
if (process.env['FIXTURE_DEV'] !== undefined) rebuildOnChange(sources, launcher)
