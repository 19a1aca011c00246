import { officeCalls } from '@sesa/contract/office'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '../world/http.ts'
import { addReady, emailOf, inviteFirst, linkIn, type Member } from '../world/office.ts'
import { heldTransfer, referenceOf } from './staff.ts'
import { runJob, type Scenario, type Stage } from './stage.ts'

/** Counts the changes of limits: each is valid from another day. */
let limitsChanged = 0
const DAY_MS = 86_400_000
const reason = 'asked by the sender'
const note = 'checked'

/** Makes a request for a second person. Finds it again if the answer was lost. */
async function request(
  maker: Member,
  ask: () => Promise<Answer<{ approval: { id: string } }>>,
): Promise<string> {
  const { body, error } = await ask()
  if (body !== undefined) return body.approval.id
  const { approvals } = await maker.ask(officeCalls.listApprovals)
  const own = approvals.find((one) => one.maker.id === maker.id && one.state === 'pending')
  if (own === undefined) throw new Error(`No request was stored: ${error?.message ?? ''}`)
  return own.id
}

/** Decides a request. The answer may be lost, and the repetition refused, since it is decided. */
async function decide(
  member: Member,
  call: typeof officeCalls.approve | typeof officeCalls.reject | typeof officeCalls.withdraw,
  id: string,
): Promise<void> {
  await member.call(call, { params: { id }, body: { note } })
}

/** Waits until an approved request has been carried out. */
async function untilCarriedOut({ world, time }: Stage, id: string): Promise<void> {
  const over = "select 1 from approvals where id = $1 and state in ('done', 'failed')"
  for (let looks = 0; looks < 600 && (await world.database.sql(over, [id])).length === 0; looks++) {
    await time.hurry()
    await sleep(50)
  }
}

/** Returns the account of a phone number. */
export async function userOf({ world }: Stage, phone: string): Promise<string> {
  const [row] = await world.database.sql<{ id: string }>(
    'select user_id as id from phone_identities where phone_number = $1',
    [phone],
  )
  return row?.id ?? ''
}

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
    // A command that was cut off is repeated, with another link.
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
        const together = async (ask: () => Promise<Answer<{ approval: { id: string } }>>) => {
          const id = await request(administrator, ask)
          await decide(second, officeCalls.approve, id)
          await untilCarriedOut(stage, id)
        }

        const [name, body] = [members.newName(), { reason }]
        const email = emailOf(name)
        await together(() =>
          administrator.call(officeCalls.inviteStaff, { body: { name, email, roles: ['support'], ...body } }),
        )
        const { members: listed } = await administrator.ask(officeCalls.listStaff)
        const params = { id: listed.find((one) => one.name === name)?.id ?? '' }
        await together(() => administrator.call(officeCalls.inviteAgain, { params, body }))
        await members.browser(name).join(await providers.find(email, /(\S+invitation#\S+)/, 2))
        await together(() =>
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
    async play(stage) {
      const { members } = stage.world
      const { others } = await members.staff([['support'], ['finance']])
      const [maker, checker] = others as [Member, Member]
      try {
        const person = await heldTransfer(stage)
        const params = { reference: await referenceOf(stage, person) }
        await stage.armed()
        await maker.ask(officeCalls.showTransfer, { params })
        const refund = () => maker.call(officeCalls.requestRefund, { params, body: { reason } })
        await decide(checker, officeCalls.reject, await request(maker, refund))
        await decide(maker, officeCalls.withdraw, await request(maker, refund))
        const id = await request(maker, refund)
        await decide(checker, officeCalls.approve, id)
        await untilCarriedOut(stage, id)
        await stage.drive(person)
      } finally {
        await members.empty()
      }
    },
  },
  {
    name: 'a request that nobody decides expires, and a threshold is changed by two people',
    movers: ['worker'],
    async play(stage) {
      const { members, database } = stage.world
      const { others } = await members.staff([['finance'], ['compliance']])
      const [maker, checker] = others as [Member, Member]
      const body = { amount: { amount: 90_000, currency: 'USD' as const }, reason }
      try {
        await stage.armed()
        const change = () => maker.call(officeCalls.requestReleaseThreshold, { body })
        const late = await request(maker, change)
        await database.sql(
          `update approvals set made_at = made_at - interval '2 days', expires_at = expires_at - interval '2 days'
            where id = $1`,
          [late],
        )
        await runJob(stage, 'approvals_expire')
        const id = await request(maker, change)
        await decide(checker, officeCalls.approve, id)
        await untilCarriedOut(stage, id)
      } finally {
        await members.empty()
      }
    },
  },
  {
    name: 'two people correct the name of a customer, and erase the account',
    movers: ['worker'],
    async play(stage) {
      const { members } = stage.world
      const { others } = await members.staff([['support'], ['compliance']])
      const [maker, checker] = others as [Member, Member]
      const person = await stage.newPerson()
      const account = await userOf(stage, person.phone)
      try {
        await stage.armed()
        await maker.ask(officeCalls.showCustomer, { params: { id: account } })
        // The profile that the client saved goes with the account.
        stage.world.log.acknowledged.names.delete(person.phone)
        const name = {
          name: 'Fatu Corrected',
          document: 'passport',
          seen: 'Issued in Monrovia',
          reason,
        } as const
        const correction = { params: { id: account }, body: name }
        const named = await request(maker, () => maker.call(officeCalls.requestNameCorrection, correction))
        await decide(checker, officeCalls.approve, named)
        await untilCarriedOut(stage, named)
        const erasure = { params: { id: account }, body: { reason } }
        const id = await request(maker, () => maker.call(officeCalls.requestErasure, erasure))
        await decide(checker, officeCalls.approve, id)
        await untilCarriedOut(stage, id)
      } finally {
        await members.empty()
      }
    },
  },
  {
    name: 'compliance sends a customer their data, refuses an erasure, and two people change a tier’s limits',
    movers: ['worker'],
    async play(stage) {
      const { members } = stage.world
      const { others } = await members.staff([['compliance'], ['compliance']])
      const [maker, checker] = others as [Member, Member]
      const person = await stage.newPerson()
      const about = {
        customerId: await userOf(stage, person.phone),
        receivedAt: new Date().toISOString(),
        identityConfirmed: 'called back on the number of the account',
        reason,
      }
      try {
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
        const id = await request(maker, () => maker.call(officeCalls.requestTierLimits, { body: limits }))
        await decide(checker, officeCalls.approve, id)
        await untilCarriedOut(stage, id)
      } finally {
        await members.empty()
      }
    },
  },
]
