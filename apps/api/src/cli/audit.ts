import { readFile } from 'node:fs/promises'
import { readAnchorFile, readAnchors, verifyChain } from '../domains/record/index.ts'
import { CliError, type Command, type Tools } from './command.ts'

/** Reads the anchors that were kept outside the database: of the named file, or of the one that is set up. */
async function anchorsOf({ env }: Tools, file: string | undefined) {
  if (file !== undefined)
    return readAnchors(
      await readFile(file, 'utf8').catch((error: unknown) => {
        throw new CliError(`Can’t read --anchors ${file} (${error instanceof Error ? error.message : ''}).`)
      }),
    )
  const kept = env['AUDIT_ANCHOR_FILE']
  return kept === undefined ? [] : readAnchorFile(kept)
}

export const auditCommands: readonly Command[] = [
  {
    words: ['audit', 'verify'],
    options: [
      ['--anchors <file>', 'anchors kept outside the database, one per line (default: AUDIT_ANCHOR_FILE)'],
    ],
    does: 'verify the audit log against its hashes and anchors; lists erased and broken entries; exits with 1 for a broken one',
    async run(tools, { options }, say) {
      const found = await verifyChain(tools.db, await anchorsOf(tools, options['anchors']))
      const { broken, entries, erased, anchors } = found
      say(`${entries} entries verified (${erased.length} with erased text), ${anchors} anchors compared`)
      for (const { seq, subject } of erased) say(`Number ${seq}: text erased with account ${subject ?? ''}`)
      if (anchors === 0) say('Without anchors, a truncated or rewritten chain can’t be detected.')
      if (broken !== null) say(`BROKEN at number ${broken.seq}: ${broken.what} (${broken.means})`)
      return { code: broken === null ? 0 : 1, json: found }
    },
  },
]
