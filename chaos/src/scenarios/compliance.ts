import { officeCalls } from '@sesa/contract/office'
import { setDelay } from './fraud.ts'
import { reason, together, withMembers } from './members.ts'
import { referenceOf } from './staff.ts'
import { runJob, type Scenario, type Stage } from './stage.ts'

/** Returns the number of the newest filing in a state. */
async function newest({ world }: Stage, state: string): Promise<string> {
  const [row] = await world.database.sql<{ number: string }>(
    "select number from filings where state = $1 and kind = 'suspicion' order by id desc limit 1",
    [state],
  )
  return row?.number ?? ''
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
    name: 'staff set rules of fraud and of monitoring, and a run alerts about a payment',
    movers: ['worker'],
    async play(stage) {
      const person = await stage.newPerson()
      await person.open()
      await person.pay()
      await stage.drive(person)
      // The run skips the newest payments until later.
      await stage.world.database.sql(`update monitoring_cursor set looked_upto = now() - interval '1 hour'`)
      await stage.armed()
      await setDelay(stage)
      await withMembers(stage, [['compliance'], ['compliance']], async (people) => {
        const rules = [{ id: 'velocity', look: { kind: 'velocity', hours: 24, atLeast: 2 } }]
        await together(stage, people, () =>
          people[0].call(officeCalls.requestMonitoringRules, { body: { rules, mode: 'shadow', reason } }),
        )
        await runJob(stage, 'monitoring')
        await runJob(stage, 'outcomes_nightly')
        await runJob(stage, 'outcomes_unfinished')
      })
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
      const draft = {
        country: 'LR' as const,
        knownAt: '2026-11-01T10:00:00Z',
        transfers: [reference],
        narrative: 'Why.',
        action: 'What.',
        indicators: ['structuring'],
        senders: {},
      }
      await withMembers(stage, [['compliance'], ['compliance']], async (people) => {
        const [one, other] = people
        await stage.armed()
        const profile = {
          params: { country: 'LR' as const },
          body: { validFrom: '2026-01-01', profile: printed, reason },
        }
        await together(stage, people, () => one.call(officeCalls.requestReportProfile, profile))
        await runJob(stage, 'report_returns')
        await one.call(officeCalls.draftFiling, { body: { draft, reason } })
        const filing = { params: { number: await newest(stage, 'draft') }, body: { reason } }
        const { draftedAt } = await one.ask(officeCalls.showFiling, { params: filing.params })
        const narrative = { ...draft, narrative: 'Why, and since when.' }
        await one.call(officeCalls.editFiling, {
          params: filing.params,
          body: { draft: narrative, draftedAt, reason },
        })
        const id = filing.params.number
        await other.call(officeCalls.take, { body: { kind: 'reports', id, from: null, to: 'me' } })
        const { version } = await other.ask(officeCalls.showFiling, { params: filing.params })
        const approval = { ...filing, body: { version: version ?? '', reason } }
        await other.call(officeCalls.approveFiling, approval)
        await one.call(officeCalls.exportFiling, filing)
        const filed = { ...filing, body: { authorityId: 'FIA-1', reason } }
        await one.call(officeCalls.acknowledgeFiling, filed)
        await one.call(officeCalls.readTravelRule, { params: { reference }, body: { reason } })
        await one.call(officeCalls.draftFiling, { body: { draft, reason } })
        const second = { params: { number: await newest(stage, 'draft') }, body: { reason } }
        await one.call(officeCalls.withdrawFiling, second)
      })
    },
  },
]
