import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { environment } from './product.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')

/** Runs `npm run sesa -- …` on the product of this data folder, with a name and a reason. */
export async function operate(dataDir: string, ...words: string[]): Promise<void> {
  const by = ['--by', 'Ama Boateng', '--reason', 'Asked for by a journey']
  await promisify(execFile)(process.execPath, ['apps/api/src/bin/cli.ts', ...words, ...by], {
    cwd: ROOT,
    env: { ...environment(), SESA_DATA_DIR: dataDir },
  })
}
