import { officeCalls } from '@sesa/contract/office'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '../world/http.ts'
import { addReady, emailOf, inviteFirst, linkIn, type Member } from '../world/office.ts'
import { decide, reason, request, together, userOf, withMembers } from './members.ts'
import { heldTransfer, referenceOf } from './staff.ts'
import { runJob, type Scenario, type Stage } from './stage.ts'

/** Counts the limit changes: each is valid from another day. */
let limitsChanged = 0
const DAY_MS = 86_400_000
/** Types a code for a waiting command, and confirms it. Returns whether the command line is signed in. */
async function confirm(member: Member, token: string, code: string): Promise<boolean> {
  const { body } = await member.call(officeCalls.openCommandLine, { body: { token } })
  if (body === undefined) return false
  const { status } = await member.call(officeCalls.confirmCommandLine, { body: { token, code } })
  return status === 204
}

/** Confirms `staff sign-in` in the office while the command waits, after one wrong code. */
async function confirmCommandLine(stage: Stage, member: Member): Promise<void> {
  const { staff } = stage.world
  let isOver = false
  const command = stage.operate('staff', 'sign-in').finally(() => (isOver = true))
  let confirmed = ''
  while (!isOver) {
    await sleep(50)
    // A command that was interrupted is repeated, with another link.
    const [link, code] = [linkIn(staff), /\bcode (\d{6})\b/.exec(staff.lastWords)?.[1]]
    if (link === confirmed || code === undefined || !link.includes('command-line')) continue
    const token = link.split('#')[1] ?? ''
    await confirm(member, token, code === '000000' ? '000001' : '000000')
    if (await confirm(member, token, code)) confirmed = link
  }
  await command
}

/** Staff, their requests and the second person, in the office. */
export const officeScenarios: readonly Scenario[] = [
  {
    name: 'members of staff join the office, add a passkey, change roles and leave',
    movers: ['worker'],
    async play(stage) {
      const { members, staff, database, providers } = stage.world
      await members.open()
      try {
        await stage.armed()
        const administrator = members.browser(members.newName())
        await stage.operate(...inviteFirst(administrator.name))
        await administrator.join(linkIn(staff))
        await administrator.call(officeCalls.signOutStaff)
        await administrator.signIn({ unverified: true })
        for (let times = 0; times < 2; times++) await administrator.signIn()
        await administrator.call(officeCalls.endOtherSessions)
        const passkey = await administrator.addPasskey()
        if (passkey !== undefined)
          await administrator.call(officeCalls.removeOwnPasskey, { params: { id: passkey } })
        // Two people need two administrators, and a day after the invitation.
        await database.sql("update staff_members set activated_at = now() - interval '2 days'")
        await stage.operate(...addReady(members.newName(), ['administrator']))
        const second = members.browser(members.newName())
        await stage.operate(...addReady(second.name, ['compliance']))
        await second.join(linkIn(staff))
        const change = (ask: () => Promise<Answer<{ approval: { id: string } }>>) =>
          together(stage, [administrator, second], ask)

        const [name, body] = [members.newName(), { reason }]
        const email = emailOf(name)
        await change(() =>
          administrator.call(officeCalls.inviteStaff, { body: { name, email, roles: ['support'], ...body } }),
        )
        const { members: listed } = await administrator.ask(officeCalls.listStaff)
        const params = { id: listed.find((one) => one.name === name)?.id ?? '' }
        await change(() => administrator.call(officeCalls.inviteAgain, { params, body }))
        await members.browser(name).join(await providers.find(email, /(\S+invitation#\S+)/, 2))
        await change(() =>
          administrator.call(officeCalls.changeRoles, { params, body: { roles: ['finance'], ...body } }),
        )
        await administrator.call(officeCalls.endStaff, { params, body })
      } finally {
        await members.empty()
      }
    },
  },
  {
    name: 'a member of staff signs a command line in and out',
    movers: ['worker'],
    async play(stage) {
      const { members } = stage.world
      const { administrator } = await members.staff([])
      try {
        await stage.armed()
        await confirmCommandLine(stage, administrator)
        await stage.operate('staff', 'sign-out')
      } finally {
        await members.empty()
      }
    },
  },
  {
    name: 'a refund asked for in the office is rejected, withdrawn, and approved by a second person',
    // The worker carries out what was approved.
    movers: ['worker'],
    play: (stage) =>
      withMembers(stage, [['support'], ['finance']], async ([maker, checker]) => {
        const person = await heldTransfer(stage)
        const params = { reference: await referenceOf(stage, person) }
        await stage.armed()
        await maker.ask(officeCalls.showTransfer, { params })
        const refund = () => maker.call(officeCalls.requestRefund, { params, body: { reason } })
        await decide(checker, officeCalls.reject, await request(maker, refund))
        await decide(maker, officeCalls.withdraw, await request(maker, refund))
        await together(stage, [maker, checker], refund)
        await stage.drive(person)
      }),
  },
  {
    name: 'a request that nobody decides expires, and a threshold is changed by two people',
    movers: ['worker'],
    play: (stage) =>
      withMembers(stage, [['finance'], ['compliance']], async ([maker, checker]) => {
        const body = { amount: { amount: 90_000, currency: 'USD' as const }, reason }
        await stage.armed()
        const change = () => maker.call(officeCalls.requestReleaseThreshold, { body })
        const late = await request(maker, change)
        await stage.world.database.sql(
          `update approvals set made_at = made_at - interval '2 days', expires_at = expires_at - interval '2 days'
            where id = $1`,
          [late],
        )
        await runJob(stage, 'approvals_expire')
        await together(stage, [maker, checker], change)
      }),
  },
  {
    name: 'two people correct the name of a customer, and erase the account',
    movers: ['worker'],
    play: (stage) =>
      withMembers(stage, [['support'], ['compliance']], async (people) => {
        const [maker] = people
        const person = await stage.newPerson()
        const params = { id: await userOf(stage, person.phone) }
        await stage.armed()
        await maker.ask(officeCalls.showCustomer, { params })
        // The profile that the client saved is erased with the account.
        stage.world.log.acknowledged.names.delete(person.phone)
        const name = {
          name: 'Fatu Corrected',
          document: 'passport',
          seen: 'Issued in Monrovia',
          reason,
        } as const
        await together(stage, people, () =>
          maker.call(officeCalls.requestNameCorrection, { params, body: name }),
        )
        await together(stage, people, () =>
          maker.call(officeCalls.requestErasure, { params, body: { reason } }),
        )
      }),
  },
  {
    name: 'compliance sends a customer their data, refuses an erasure, and two people change a tier’s limits',
    movers: ['worker'],
    play: (stage) =>
      withMembers(stage, [['compliance'], ['compliance']], async (people) => {
        const [maker] = people
        const person = await stage.newPerson()
        const about = {
          customerId: await userOf(stage, person.phone),
          receivedAt: new Date().toISOString(),
          identityConfirmed: 'called back on the number of the account',
          reason,
        }
        await stage.armed()
        const open = async (kind: 'access' | 'erasure'): Promise<string> => {
          await maker.call(officeCalls.openPrivacyRequest, { body: { ...about, kind } })
          const { requests } = await maker.ask(officeCalls.listPrivacyRequests)
          return requests.findLast((one) => one.kind === kind)?.number ?? ''
        }
        const access = { params: { number: await open('access') }, body: { reason } }
        await maker.ask(officeCalls.exportPersonalData, access)
        await maker.call(officeCalls.sendPrivacyRequest, access)
        const erasure = { params: { number: await open('erasure') }, body: { reason } }
        await maker.call(officeCalls.refusePrivacyRequest, erasure)
        limitsChanged += 1
        const validFrom = new Date(Date.now() + limitsChanged * DAY_MS).toISOString().slice(0, 10)
        const limits = {
          ...{
            tier: 3 as const,
            sender: 'SL' as const,
            recipient: null,
            per24Hours: '400000',
            per30Days: '900000',
          },
          ...{ source: 'our own choice', validFrom, reason },
        }
        await together(stage, people, () => maker.call(officeCalls.requestTierLimits, { body: limits }))
      }),
  },
]
