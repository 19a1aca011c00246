// Slow: the office's twelve jobs by two members each, with their own product. Prints what each job takes.
import { within } from '@sesa/test-kit/patience'
import type { Browser } from '@playwright/test'
import { apiOf } from '../src/api.ts'
import { Hand } from '../src/office-hand.ts'
import {
  approve,
  approveTwo,
  button,
  changeByTwo,
  confirm,
  decideTwo,
  openByMenu,
  queued,
  toast,
  toAnyPage,
} from '../src/office-steps.ts'
import { Tally } from '../src/office-tally.ts'
import {
  hold,
  openBreaks,
  openCase,
  openEnquiry,
  openIdentityCheck,
  requestProfile,
  transferOf,
} from '../src/office-work.ts'
import { joinOffice, sandboxMembers } from '../src/office.ts'
import { withProfile } from '../src/people.ts'
import { withOwnProduct } from '../src/product/own-product.ts'
import { sendByApi } from '../src/sent-by-api.ts'
import { expect } from '../src/test.ts'
import { CARDS } from '../src/transfer.ts'

const test = withOwnProduct()
// The members of one office, one job after the other.
test.describe.configure({ mode: 'default' })

/** At most so many clicks, opened pages, and clicks for a further item of the queue. */
const tally = new Tally({
  'Say why money has not arrived': { first: [1, 1] },
  'Refund by hand, transfer open': { first: [2, 0, 2], second: [2, 1, 1] },
  'Release over USD 1,000': { first: [3, 1, 2], second: [2, 1, 1] },
  'Decide a match': { first: [3, 1, 2], second: [2, 1, 1] },
  'Identity check': { first: [2, 1, 1], second: [2, 1, 1] },
  'Change one price': { first: [2, 1], second: [2, 1] },
  'Book a top-up': { first: [3, 1], second: [2, 1] },
  'Close a day': { first: [3, 1], second: [3, 1] },
  'Explain a break': { first: [3, 1, 2] },
  'Change a fraud rule': { first: [2, 1], second: [2, 1] },
  'Report a suspicion': { first: [3, 2], second: [2, 1] },
  'Answer by template, transfer seen': { first: [2, 1, 1] },
})
test.afterAll(() => tally.print())

let links: ReturnType<typeof sandboxMembers> | undefined
const joined = new Map<string, Hand>()

/** Returns a member's hand with the mouse, on a page that belongs to no queue. */
async function handOf(
  browser: Browser,
  { dataDir }: { readonly dataDir: string },
  name: string,
): Promise<Hand> {
  const linkOf = await (links ??= sandboxMembers(dataDir))
  const hand = joined.get(name) ?? new Hand(await joinOffice(browser, linkOf(name)))
  joined.set(name, hand)
  await toAnyPage(hand)
  hand.byKeys = false
  return hand
}

test(
  'support says why money has not arrived, and answers by template beside the transfer',
  { tag: ['@wide-only', '@all'] },
  async ({ browser, product, api }) => {
    await withProfile(api)
    const paymentId = await sendByApi(api, { whole: 3000, name: 'Ama Mensah', ending: '0002' })
    for (const _ of [1, 2]) await openEnquiry(api, paymentId)
    const esi = await handOf(browser, product, 'Esi Support')
    const { reference } = await transferOf(esi.page, paymentId)
    for (const byKeys of [true, false]) {
      await toAnyPage(esi)
      esi.byKeys = byKeys
      const effort = await esi.measure(async () => {
        await esi.find(paymentId, reference)
        await expect(esi.page.getByText(/^On its way\. Arrives by/)).toBeVisible()
      })
      if (!byKeys) tally.note('Say why money has not arrived', 'first', [effort])
    }

    await toAnyPage(esi)
    const answered = await decideTwo(esi, {
      async decide() {
        await esi.toDecision(button(esi, 'Send'))
        await expect(button(esi, 'Copy an answer')).toBeVisible()
        await esi.write(esi.page.getByLabel('Template', { exact: true }), 'Where is my money?: On its way')
        await expect(esi.page.getByLabel('Answer', { exact: true })).toHaveValue(new RegExp(reference))
        await esi.press(button(esi, 'Send'))
      },
      done: /^Answered/,
    })
    tally.note('Answer by template, transfer seen', 'first', answered)
  },
)

test(
  'compliance decides a match, an identity check, a report and a rule',
  { tag: ['@wide-only', '@all'] },
  async ({ browser, product, api }) => {
    await withProfile(api)
    for (const name of ['Selorm Agbeko', 'Ekow Bentsil Mensah']) await openCase(api, name)
    const efua = await handOf(browser, product, 'Efua Compliance')
    const yaw = await handOf(browser, product, 'Yaw Compliance')
    const reason = ({ page }: Hand) => page.getByLabel('Reason', { exact: true })
    const say = async (hand: Hand, name: string) => {
      await hand.toDecision(button(hand, name))
      await hand.write(reason(hand), 'Compared')
      await hand.press(button(hand, name))
    }

    await queued(efua, 'cases', 2)
    const proposed = await decideTwo(efua, {
      async decide() {
        await efua.toDecision(button(efua, 'Propose'))
        await efua.choose(efua.page.getByRole('radio', { name: /^Different person/ }))
        await efua.write(reason(efua), 'Another country')
        await efua.press(button(efua, 'Propose'))
      },
      done: /^K-\d+ proposed/,
    })
    tally.note('Decide a match', 'first', proposed)
    yaw.byKeys = true
    const confirmed = await decideTwo(yaw, {
      decide: () => say(yaw, 'Confirm'),
      done: /^K-\d+ confirmed/,
    })
    tally.note('Decide a match', 'second', confirmed)

    for (const _ of [1, 2])
      await openIdentityCheck(apiOf((await browser.newContext({ baseURL: product.base })).request))
    await handOf(browser, product, 'Efua Compliance')
    await queued(efua, 'identity', 2)
    const asked = await decideTwo(efua, {
      decide: () => say(efua, 'Request verification'),
      done: /^Verification requested/,
    })
    tally.note('Identity check', 'first', asked)
    tally.note('Identity check', 'second', await approveTwo(yaw))

    await requestProfile(efua.page)
    await toAnyPage(yaw)
    yaw.byKeys = false
    await yaw.next()
    await approve(yaw)
    await expect(yaw.page.getByText('Done', { exact: true })).toBeVisible({ timeout: within(60) })
    await openCase(api, 'Santigie Kamara')
    for (const byKeys of [false, true]) {
      await handOf(browser, product, 'Efua Compliance')
      efua.byKeys = byKeys
      if (!byKeys) await queued(efua, 'cases', 1)
      const { page } = efua
      const drafted = await efua.measure(async () => {
        // The case is the member's own by the second time.
        if (byKeys) await efua.find('K-000003', /^K-000003/)
        else await efua.next()
        await efua.press(page.getByRole('link', { name: 'Draft a SAR' }))
        await efua.write(page.getByLabel('Grounds for suspicion'), 'The name is on a list.')
        await efua.write(page.getByLabel('Action taken'), 'Held.')
        await efua.write(reason(efua), 'The match')
        await efua.press(button(efua, 'Save draft'))
      })
      if (!byKeys) tally.note('Report a suspicion', 'first', [drafted])
      await expect(toast(efua)).toContainText(/saved/i)
      await toAnyPage(yaw)
      yaw.byKeys = !byKeys
      const approved = await yaw.measure(async () => {
        await yaw.next()
        await say(yaw, 'Approve')
      })
      if (!byKeys) tally.note('Report a suspicion', 'second', [approved])
      await expect(toast(yaw)).toContainText('Approved')
    }

    const [ruled, ruledBy] = await changeByTwo([efua, yaw], async (turn) => {
      await efua.find('Fraud rules', 'Fraud rules')
      await efua.write(efua.page.getByLabel('At least, declines-of-account'), String(11 + turn))
    })
    tally.note('Change a fraud rule', 'first', [ruled])
    tally.note('Change a fraud rule', 'second', [ruledBy])
  },
)

test(
  'finance closes a day, releases, explains, refunds, prices and tops up',
  { tag: ['@wide-only', '@all'] },
  async ({ browser, product, api }) => {
    await withProfile(api)
    const musu = await handOf(browser, product, 'Musu Finance')
    const sahr = await handOf(browser, product, 'Sahr Finance')
    await sendByApi(api, { whole: 3000, name: 'Ama Mensah', to: 'SL' })

    const prepared = await musu.measure(async () => {
      await musu.next()
      await musu.write(musu.page.getByLabel('Explanation of differences (if any)'), 'Never entered')
      await musu.press(button(musu, 'Prepare'))
      await confirm(musu, 'Prepare', 'End of the day')
    })
    tally.note('Close a day', 'first', [prepared])
    await expect(toast(musu)).toContainText('Prepared')
    sahr.byKeys = true
    const signed = await sahr.measure(async () => {
      await sahr.next()
      await sahr.press(button(sahr, 'Sign'))
      await confirm(sahr, 'Sign', 'Compared')
    })
    tally.note('Close a day', 'second', [signed])
    await expect(toast(sahr)).toContainText('Signed')

    // Without a pay-out, the transfers are still ours when they are put on hold.
    await api.request.post('/sandbox/faults', { data: { target: 'payout', mode: 'error_500', count: 1_000 } })
    for (const whole of [180_000, 185_000])
      await hold(musu.page, await sendByApi(api, { whole, name: 'Kofi Mensah' }))
    await toAnyPage(musu)
    const released = await decideTwo(musu, {
      async decide() {
        await musu.press(button(musu, 'Release hold'))
        await confirm(musu, 'Request approval', 'Asked and answered')
      },
      done: /^S-\w+: awaiting approval/,
    })
    tally.note('Release over USD 1,000', 'first', released)
    await api.request.delete('/sandbox/faults')
    // Compliance approves releases.
    const yaw = await handOf(browser, product, 'Yaw Compliance')
    tally.note('Release over USD 1,000', 'second', await approveTwo(yaw))

    await openBreaks(api, product.dataDir, [700, 800])
    await handOf(browser, product, 'Musu Finance')
    await queued(musu, 'breaks', 2)
    const explained = await decideTwo(musu, {
      async decide() {
        await musu.toDecision(button(musu, 'Explain'))
        await musu.choose(musu.page.getByRole('radio', { name: 'Made by hand at the provider' }))
        await musu.press(button(musu, 'Explain'))
      },
      done: /^Break \d+ explained/,
    })
    tally.note('Explain a break', 'first', explained)

    const card = CARDS.refundReturned.replaceAll(' ', '')
    const owed: string[] = []
    for (const _ of [1, 2])
      owed.push(await sendByApi(api, { whole: 3000, name: 'Efua Mensah', ending: '0005', card }))
    for (const id of owed) await transferOf(musu.page, id, (hit) => hit.hold === 'refund_returned')
    await handOf(browser, product, 'Musu Finance')
    await musu.find(owed[0] ?? '', /^S-/)
    await expect(button(musu, 'Manual refund')).toBeVisible()
    const refunded = await decideTwo(musu, {
      begin: async () => undefined,
      async decide() {
        await musu.press(button(musu, 'Manual refund'))
        await confirm(musu, 'Request approval', 'The bank says it is open again')
      },
      done: /^S-\w+: awaiting approval/,
    })
    tally.note('Refund by hand, transfer open', 'first', refunded)
    tally.note('Refund by hand, transfer open', 'second', await approveTwo(sahr))

    // Two wallets that need a top-up; the worker reads them every two minutes.
    for (const wallet of [
      { carrier: 'mtn-momo', of: 'GHS' },
      { carrier: 'pawapay', of: 'SLE' },
    ])
      await api.request.post('/sandbox/floats', { data: { ...wallet, balance: '10.00' } })
    const corridors = ['United States to Ghana', 'United States to Liberia']
    const rows = ['US → GH', 'US → LR']
    const [priced, pricedBy] = await changeByTwo([musu, sahr], async (turn) => {
      await openByMenu(musu, 'Policies', 'p')
      await musu.write(musu.page.getByLabel(`Fee, ${corridors[turn] ?? ''}, band 1`), '4.99')
      await expect(musu.page.getByRole('row', { name: rows[turn] ?? '' })).toContainText('New USD 104.99')
      await expect(musu.page.getByText(/^Last 30 days priced again/)).toBeVisible()
      if (turn > 0) return
      const margin = musu.page.getByLabel('Margin percent, United States to Ghana, band 1')
      await musu.write(margin, '12')
      await expect(musu.page.getByText('If this is right, type: US/GH 88.00%')).toBeVisible()
      await musu.write(margin, '1.00')
      await expect(musu.page.getByText('If this is right')).toHaveCount(0)
    })
    tally.note('Change one price', 'first', [priced])
    tally.note('Change one price', 'second', [pricedBy])
    await musu.page.goto(`${product.base}/office/prices`)
    await expect(musu.page.getByText(/^Version 3, since/)).toBeVisible()

    const books = musu.page.getByRole('button', { name: /^Book .+, / })
    await expect(async () => {
      await musu.page.goto(`${product.base}/office/floats`)
      await expect(books).toHaveCount(2, { timeout: within(2) })
    }).toPass({ timeout: within(180) })
    const [booked, bookedBy] = await changeByTwo([musu, sahr], async (turn) => {
      await openByMenu(musu, 'Money', 'm')
      await musu.press(turn === 0 ? books.first() : books.last())
      await musu.write(musu.page.getByLabel('Reference'), `BANK-${turn}`)
    })
    tally.note('Book a top-up', 'first', [booked])
    tally.note('Book a top-up', 'second', [bookedBy])
  },
)
