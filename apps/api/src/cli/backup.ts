import {
  BackupError,
  OtherDatabase,
  nameOfKey,
  readBackupKey,
  restoreBackup,
  takeBackup,
  unfinishedRestore,
  verifyBackup,
  type Manifest,
} from '@sesa/embedded-postgres'
import { sql } from 'kysely'
import path from 'node:path'
import { COMMANDS } from '../config/server.ts'
import { readSettings } from '../config/setting.ts'
import { argument, CliError, type AnyCommand, type Given } from './command.ts'
import { actionRefused } from '../lib/refused.ts'

/** Keys of the product, without which stored numbers of documents, waiting messages and records cannot be opened. */
const SECRETS = 'secrets.json'
const ELSEWHERE = 'For any other database, use pgBackRest: docs/operate.md.'

const dataDirOf = (env: Readonly<Record<string, string | undefined>>): string =>
  path.resolve(env['SESA_DATA_DIR'] ?? '.data')

/** Returns the folder among the options. @throws CliError when it is missing. */
function folderOf({ options }: Given, name: 'to' | 'from'): string {
  const folder = options[name]?.trim() ?? ''
  if (folder === '') throw new CliError(`Set the backup folder: --${name} FOLDER.`)
  return path.resolve(folder)
}

/** Returns a backup's folder with the key of `BACKUP_KEY`, or of the file at `BACKUP_KEY_FILE`. @throws Refused */
function sealedIn(folder: string, env: Readonly<Record<string, string | undefined>>) {
  try {
    return { folder, key: readBackupKey(readSettings(env, COMMANDS).BACKUP_KEY) }
  } catch (error) {
    throw error instanceof BackupError ? actionRefused(error.message) : error
  }
}

async function explained<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof OtherDatabase) {
      throw actionRefused(
        `${error.message} For the embedded database, set SESA_DATA_DIR to its folder. ${ELSEWHERE}`,
      )
    }
    throw error instanceof BackupError ? actionRefused(error.message) : error
  }
}

const described = ({ files, beside, ...manifest }: Manifest) => ({
  ...{ startedAt: manifest.startedAt, endedAt: manifest.endedAt, postgres: manifest.postgres },
  ...{ systemIdentifier: manifest.systemIdentifier, schemaVersion: manifest.schemaVersion },
  files: files.length,
  bytes: String(files.reduce((sum, { bytes }) => sum + BigInt(bytes), 0n)),
  hasSecrets: beside.includes(SECRETS),
})

/** Clocks differ, and a payment that is known is no trouble. */
const anHourBefore = (time: string): string => new Date(Date.parse(time) - 60 * 60_000).toISOString()

/** Returns the lines about a backup. */
function linesOf({ folder, key }: ReturnType<typeof sealedIn>, manifest: Manifest): string[] {
  const { files, bytes, endedAt, schemaVersion, hasSecrets } = described(manifest)
  return [
    `${folder}: the database as of ${endedAt}, schema ${schemaVersion}, ${files} files, ${bytes} bytes`,
    `It opens only with BACKUP_KEY ${nameOfKey(key)}. Keep that key elsewhere, as long as the backup.`,
    hasSecrets
      ? 'It contains the database passwords and the product’s secrets.'
      : 'It contains the database passwords but not SESA_SECRET. Keep that too: encrypted data can’t be read without it.',
  ]
}

export const backupCommands: readonly AnyCommand[] = [
  {
    words: ['backup'],
    options: [['--to <folder>', 'a new folder for the backup (required)']],
    does: 'copy the embedded database and its secrets to a folder, encrypted with BACKUP_KEY, while the product runs',
    example: '--to /backups/2026-11-25',
    async run({ owner, outerEnv }, given, say) {
      const to = sealedIn(folderOf(given, 'to'), outerEnv)
      const dataDir = dataDirOf(outerEnv)
      const unfinished = await unfinishedRestore(dataDir)
      if (unfinished !== undefined) throw actionRefused(unfinished)
      const manifest = await owner.connection().execute(async (connection) => {
        const query = async (text: string) =>
          (await sql.raw<Record<string, unknown>>(text).execute(connection)).rows
        const source = {
          query,
          dataDir: path.join(dataDir, 'postgres'),
          beside: [path.join(dataDir, SECRETS)],
          async schemaVersion() {
            const [row] = await query('select max(version) as version from schema_migrations')
            return Number(row?.['version'] ?? 0)
          },
        }
        return explained(takeBackup(source, to))
      })
      linesOf(to, manifest).forEach(say)
      return { code: 0, json: { folder: to.folder, key: nameOfKey(to.key), ...described(manifest) } }
    },
  },
  {
    words: ['backup', 'verify'],
    args: [['<folder>', 'the backup folder']],
    does: 'decrypt each file of a backup with BACKUP_KEY and compare it with the manifest',
    example: '/backups/2026-11-25',
    async runOffline(env, given, say) {
      const backup = sealedIn(path.resolve(argument(given, 'folder')), env)
      const manifest = await explained(verifyBackup(backup))
      linesOf(backup, manifest).forEach(say)
      const { folder, key } = backup
      return { code: 0, json: { folder, key: nameOfKey(key), ...described(manifest) } }
    },
  },
  {
    words: ['restore'],
    options: [
      ['--from <folder>', 'the backup folder (required)'],
      ['--move-aside', 'rename and keep the current database'],
    ],
    does: 'replace the embedded database with a backup while the product is stopped; deletes nothing',
    example: '--from /backups/2026-11-25 --move-aside',
    async runOffline(env, given, say) {
      const from = sealedIn(folderOf(given, 'from'), env)
      if (env['DATABASE_URL']) throw actionRefused(`DATABASE_URL isn’t the embedded database. ${ELSEWHERE}`)
      const dataDir = dataDirOf(env)
      const options = { dataDir, movesAside: given.options['moveAside'] !== undefined, now: new Date() }
      const { manifest, movedTo } = await explained(restoreBackup(from, options))
      for (const aside of movedTo) say(`Kept the previous data: ${aside}`)
      say(`${dataDir} has the database as of ${manifest.endedAt}.`)
      say('Next, follow docs/runbooks/restore.md: start the product and find later payments:')
      say(`npm run sesa -- adopt --since ${anHourBefore(manifest.startedAt)}`)
      return { code: 0, json: { dataDir, movedTo, ...described(manifest) } }
    },
  },
]
