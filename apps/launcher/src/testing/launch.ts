/** Test program: the launcher itself, with child.ts in the place of every process of the product. */
import path from 'node:path'
import { rebuildOnChange } from '../dev.ts'
import { runLauncher } from '../run.ts'

const child = path.join(import.meta.dirname, 'child.ts')
const built = process.env['FIXTURE_BUILT'] ?? ''

const sources = [path.join(built, 'src')]
const launcher = await runLauncher({
  cwd: import.meta.dirname,
  migrate: [child, 'migrate'],
  sandbox: [child, 'sandbox'],
  server: [child, 'server'],
  worker: [child, 'worker'],
  build: { command: [child, 'build'], sources, hashFile: path.join(built, 'dist/.build-hash') },
})
if (process.env['FIXTURE_DEV'] !== undefined) rebuildOnChange(sources, launcher)
