import { calls } from '@sesa/contract'
import { officeCalls } from '@sesa/contract/office'
import { randomUUID } from 'node:crypto'
import { reason, userOf, withMembers } from './members.ts'
import type { Scenario } from './stage.ts'

const DAY_MS = 86_400_000

/** Office actions that need one member: enquiries, notes, templates and planned closings. */
export const officeSupportScenarios: readonly Scenario[] = [
  {
    name: 'support takes an enquiry in the office, answers it and closes it, and the customer reads the notices',
    movers: ['worker'],
    play: (stage) =>
      withMembers(stage, [['support']], async ([member]) => {
        const person = await stage.newPerson()
        const id = randomUUID()
        const enquiry = { id, topic: 'where_is_money', message: 'Where is my money?' } as const
        await person.ask(calls.openEnquiry, { body: enquiry })
        await stage.armed()
        const { enquiries } = await member.ask(officeCalls.listEnquiries)
        const user = await userOf(stage, person.phone)
        const params = { number: enquiries.find(({ customerId }) => customerId === user)?.number ?? '' }
        await member.call(officeCalls.assignEnquiry, { params, body: { from: null, to: member.id } })
        for (const closes of [false, true]) {
          const { messages } = await member.ask(officeCalls.showEnquiry, { params })
          const body = { text: 'It arrived at 10:42.', after: messages.at(-1)?.id ?? '', closes }
          // Refused if the answer was stored before a crash: there is a newer message then.
          await member.call(officeCalls.answerEnquiry, { params, body })
        }
        const { notices } = await person.ask(calls.listNotices)
        for (const { id: upToId } of notices) await person.call(calls.readNotices, { body: { upToId } })
      }),
  },
  {
    name: 'staff leave a note, change a template, and plan and cancel the closing of a rail',
    movers: ['worker'],
    play: (stage) =>
      withMembers(stage, [['support', 'engineer']], async ([member]) => {
        const id = await userOf(stage, (await stage.newPerson()).phone)
        await stage.armed()
        await member.call(officeCalls.addCustomerNote, { params: { id }, body: { text: 'Called back.' } })
        const text = { topic: 'card', title: `Template ${id}`, text: 'Pay with another card.' } as const
        await member.call(officeCalls.saveTemplate, { body: text })
        const { templates } = await member.ask(officeCalls.listTemplates)
        const saved = templates.find(({ title }) => title === text.title)?.id ?? ''
        await member.call(officeCalls.retireTemplate, { params: { id: saved }, body: { reason } })
        const [from, until] = [7, 8].map((days) => new Date(Date.now() + days * DAY_MS).toISOString())
        const span = {
          from: from ?? '',
          until: until ?? '',
          words: 'This network is being repaired.',
          reason,
        }
        const [rail] = (await member.ask(officeCalls.listRails)).routes
        const body = { to: null, ...span }
        await member.call(officeCalls.planRailClosing, { params: { rail: rail?.rail ?? '' }, body })
        for (const closing of (await member.ask(officeCalls.listPlannedClosings)).closings)
          await member.call(officeCalls.cancelPlannedClosing, {
            params: { id: closing.id },
            body: { reason },
          })
      }),
  },
]
