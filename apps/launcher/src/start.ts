/** The script of `npm start`, and with `--dev` of `npm run dev`. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { productCommands } from './commands.ts'
import { rebuildOnChange } from './dev.ts'
import { runLauncher } from './run.ts'

const root = path.resolve(import.meta.dirname, '../../..')
// The company's settings. Environment variables override the file.
if (existsSync(path.join(root, '.env'))) process.loadEnvFile(path.join(root, '.env'))

const isDevelopment = process.argv.includes('--dev')
const commands = productCommands(root, isDevelopment)
const launcher = await runLauncher(commands)
if (isDevelopment) rebuildOnChange(commands.build.sources, launcher)
