/** `npm start`, and with `--dev` `npm run dev`. */
import path from 'node:path'
import { productCommands } from './commands.ts'
import { rebuildOnChange } from './dev.ts'
import { runLauncher } from './run.ts'

const isDevelopment = process.argv.includes('--dev')
const commands = productCommands(path.resolve(import.meta.dirname, '../../..'), isDevelopment)
const launcher = await runLauncher(commands)
if (isDevelopment) rebuildOnChange(commands.build.sources, launcher)
