import { createHash } from 'node:crypto'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { once } from './screening.ts'
import { referenceOf } from './staff.ts'
import { runJob, SIGNED, type Scenario, type Stage } from './stage.ts'

const SECOND = ['--by', 'Kofi Owusu', '--reason', 'chaos, checked'] as const
const APPROVED = [...SIGNED, '--approved-by', 'Kofi Owusu'] as const

async function fileOf(content: unknown): Promise<string> {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'chaos-compliance-')), 'given.json')
  await writeFile(file, JSON.stringify(content))
  return file
}

/** Returns the number of the newest filing in a state. */
async function newest({ world }: Stage, state: string): Promise<string> {
  const [row] = await world.database.sql<{ number: string }>(
    "select number from filings where state = $1 and kind = 'suspicion' order by id desc limit 1",
    [state],
  )
  return row?.number ?? ''
}

/** Reads a printed report as its approver does, and returns what the approval is bound to. */
async function read(stage: Stage, number: string, folder: string): Promise<string> {
  await stage.operate('reports', 'show', number, '--out', folder)
  const hash = createHash('sha256')
  for (const name of [`${number}.html`, `${number}.csv`])
    hash.update(`${name}\n${await readFile(path.join(folder, name), 'utf8')}\n`)
  return hash.digest('hex')
}

const printed = {
  authority: 'Financial Intelligence Agency (FIA)',
  format: 'printed',
  currency: 'LRD',
  suspicion: { amount: 24, unit: 'hours', source: 'chaos', isConfirmed: false },
  returns: [{ kind: 'weekly', isActive: true, source: 'chaos', isConfirmed: false }],
  holidays: [],
  entity: { name: 'Sesa Sample Ltd', compliance_officer: 'Ama Boateng' },
  codes: { indicators: {}, documents: {}, single: {} },
}

/** Monitoring, and reports to authorities. */
export const compliance: readonly Scenario[] = [
  {
    name: 'staff set rules of monitoring, and a run alerts about a payment',
    movers: ['worker'],
    async play(stage) {
      const person = await stage.newPerson()
      await person.open()
      await person.pay()
      await stage.drive(person)
      // The run leaves the newest payments for later.
      await stage.world.database.sql(`update monitoring_cursor set looked_upto = now() - interval '1 hour'`)
      const rules = await fileOf({
        rules: [{ id: 'velocity', look: { kind: 'velocity', hours: 24, atLeast: 2 } }],
      })
      await stage.armed()
      await stage.operate('monitoring', 'set', '--file', rules, '--shadow', ...APPROVED)
      await stage.operate('monitoring', 'run')
    },
  },
  {
    name: 'staff draft, approve, export and acknowledge a report, and withdraw another',
    movers: ['worker'],
    async play(stage) {
      const person = await stage.newPerson()
      await person.open()
      await person.pay()
      await stage.drive(person)
      const reference = await referenceOf(stage, person)
      const draft = await fileOf({
        country: 'LR',
        knownAt: '2026-11-01T10:00:00Z',
        transfers: [reference],
        narrative: 'Why.',
        action: 'What.',
        indicators: ['structuring'],
      })
      const profile = [
        'reports',
        'profile',
        'set',
        'LR',
        '--valid-from',
        '2026-01-01',
        '--file',
        await fileOf(printed),
      ]
      const folder = await mkdtemp(path.join(tmpdir(), 'chaos-filings-'))
      await stage.armed()
      await stage.operate(...profile, ...APPROVED)
      await runJob(stage, 'report_returns')
      await stage.operate('reports', 'draft', '--file', draft, ...SIGNED)
      const number = await newest(stage, 'draft')
      const digest = await read(stage, number, folder)
      await once(stage, 'reports', 'approve', number, '--digest', digest, ...SECOND)
      await stage.operate('reports', 'export', number, '--out', folder, ...SIGNED)
      await once(stage, 'reports', 'acknowledge', number, '--id', 'FIA-1', ...SIGNED)
      await stage.operate('reports', 'travel-rule', reference, ...SIGNED)
      await stage.operate('reports', 'draft', '--file', draft, ...SIGNED)
      await once(stage, 'reports', 'withdraw', await newest(stage, 'draft'), ...SIGNED)
    },
  },
]
