import { PATIENCE } from '@sesa/test-kit/patience'
import { createECDH, randomUUID } from 'node:crypto'
import { PushBrowser } from '@sesa/test-kit/push-browser'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { inTransaction } from '../../../db/index.ts'
import { enqueue } from '../../../jobs/index.ts'
import { createWebPush } from '../../../providers/web-push/index.ts'
import { refusedPush } from '../../../testing/app-notices.ts'
import {
  newEmail,
  newNumber,
  startIdentityApp,
  type Browser,
  type IdentityApp,
} from '../../../testing/identity-app.ts'
import { PUSH } from './push-store.ts'
import type { Notice, NoticeOptions } from './service.ts'
import { purge } from '../../office/retention/purge.ts'

const PATH = '/transfer-status?payment_intent=pi_1&intent=view'

function vapidKeys() {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  return {
    publicKey: pair.getPublicKey('base64url'),
    privateKey: Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()])
      .subarray(-32)
      .toString('base64url'),
  }
}

const VAPID = vapidKeys()
let world: IdentityApp
beforeAll(async () => {
  world = await startIdentityApp(undefined, {
    push: createWebPush({
      ...VAPID,
      subject: 'mailto:push@sesa.example',
      timeoutMs: 5_000,
      fetchFor: () => fetch,
    }),
  })
})
afterAll(() => world.close())

async function uidOf(browser: Browser): Promise<string> {
  return ((await browser.send('GET', '/auth/boot')).body['user'] as { uid: string }).uid
}

/** Returns a signed-in customer, without the notices of signing in. */
async function customer() {
  const phone = newNumber()
  const browser = await world.signIn(phone)
  const uid = await uidOf(browser)
  return { phone, browser, uid }
}

const add = (accountId: string, change: Partial<Notice> = {}, options?: NoticeOptions) =>
  inTransaction(world.database.db, 'test.add', (tx) =>
    world.notices.add(
      tx,
      {
        accountId,
        kind: 'transaction_successful',
        title: 'GHS 11.00 has arrived',
        body: 'GHS 11.00 is in Ama’s mobile money wallet.',
        path: PATH,
        key: `transaction_successful:${randomUUID()}`,
        ...change,
      },
      options,
    ),
  )

async function subscribed(browser: Browser): Promise<PushBrowser> {
  const push = new PushBrowser(world.sandboxUrl)
  const answer = await browser.send('POST', '/user/push', await push.subscribe(VAPID.publicKey))
  expect(answer.status).toBe(204)
  return push
}

const untilReceived = (push: PushBrowser, count: number) =>
  vi.waitFor(async () => {
    const received = await push.received()
    expect(received).toHaveLength(count)
    return received
  }, PATIENCE)

/** Waits until no push job is left. */
const untilQueueEmpty = () =>
  vi.waitFor(async () => {
    const { rows } =
      await sql`select 1 from graphile_worker.jobs where task_identifier = 'notices.push'`.execute(
        world.database.owner,
      )
    expect(rows).toEqual([])
  }, PATIENCE)

const subscriptions = async (uid: string): Promise<string[]> => {
  const rows = await world.database.owner
    .selectFrom('push_subscriptions')
    .select('endpoint')
    .where('user_id', '=', uid)
    .execute()
  return rows.map(({ endpoint }) => endpoint)
}

describe('the list of notices', () => {
  it('is paged, newest first, counts the unread ones and marks them read up to one', async () => {
    const { browser, uid } = await customer()
    const other = await customer()
    for (const title of ['one', 'two', 'three']) await add(uid, { title })
    await add(other.uid, { title: 'of another person' })
    const first = await browser.send('GET', '/user/notices?limit=2')
    expect(first.body).toMatchObject({
      notices: [
        { title: 'three', path: PATH, kind: 'transaction_successful', read: false },
        { title: 'two', read: false },
      ],
      unread: 3,
    })
    const rest = await browser.send('GET', `/user/notices?cursor=${String(first.body['nextCursor'])}`)
    expect(rest.body).toMatchObject({ notices: [{ title: 'one' }], nextCursor: null })
    const [newest, two] = first.body['notices'] as { id: string }[]
    const read = await browser.send('POST', '/user/notices/read', { upToId: two?.id })
    expect(read.body).toEqual({ unread: 1 })
    const again = await browser.send('GET', '/user/notices')
    expect((again.body['notices'] as { read: boolean }[]).map((each) => each.read)).toEqual([
      false,
      true,
      true,
    ])
    // Another person's notice seems not to exist.
    expect((await other.browser.send('POST', '/user/notices/read', { upToId: newest?.id })).code).toBe(
      'not_found',
    )
    expect((await other.browser.send('GET', '/user/notices')).body).toMatchObject({ unread: 1 })
  })

  it('has one notice per key, even when its event runs twice at once', async () => {
    const { browser, uid } = await customer()
    await Promise.all(Array.from({ length: 8 }, () => add(uid, { key: 'receipt:1' })))
    expect((await browser.send('GET', '/user/notices')).body).toMatchObject({ unread: 1 })
  })

  it('drops a notice when its event is rolled back', async () => {
    const { browser, uid } = await customer()
    const undone = inTransaction(world.database.db, 'test.undone', async (tx) => {
      await world.notices.add(tx, {
        accountId: uid,
        kind: 'security',
        title: 'x',
        body: 'x',
        path: '/me/settings',
        key: 'x',
      })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect((await browser.send('GET', '/user/notices')).body).toMatchObject({ notices: [], unread: 0 })
  })

  it('is exported, kept for 180 days and erased with the account', async () => {
    const { browser, uid } = await customer()
    await add(uid, { title: 'old', key: 'old' })
    await add(uid, { title: 'young', key: 'young' })
    await subscribed(browser)
    await browser.send('DELETE', '/user/push/offer')
    const { data } = (await browser.send('GET', '/user/export')).body as {
      data: { notices: { list: object[]; push: object[] } }
    }
    expect(data.notices).toMatchObject({
      list: expect.arrayContaining([expect.objectContaining({ title: 'young', readAt: null })]) as object[],
      channels: { push: { transfers: true } },
      push: [{ device: 'Chrome on Android', service: new URL(world.sandboxUrl).host }],
    })
    const { owner } = world.database
    await sql`update user_notices set at = now() - interval '181 days' where key = 'old'`.execute(owner)
    await sql`update user_notices set at = now() - interval '179 days' where key = 'young'`.execute(owner)
    await purge(world.database.db)
    const left = await browser.send('GET', '/user/notices')
    expect((left.body['notices'] as { title: string }[]).map(({ title }) => title)).toContain('young')
    expect(JSON.stringify(left.body)).not.toContain('"old"')
    expect((await browser.send('DELETE', '/user')).status).toBe(200)
    for (const table of ['user_notices', 'push_subscriptions', 'push_offers', 'notice_channels'])
      expect(
        (await sql`select 1 from ${sql.table(table)} where user_id = ${uid}`.execute(owner)).rows,
        table,
      ).toEqual([])
    // A transfer that ends later sends no notice.
    expect(await add(uid, { key: 'late' })).toEqual({ emailed: false })
    const late = sql`select 1 from user_notices where user_id = ${uid}`
    expect((await late.execute(owner)).rows).toEqual([])
    await sql`insert into user_notices (user_id, kind, key, title, body, path)
      values (${uid}, 'security', 'raced', 't', 'b', '/')`.execute(owner)
    for (const cron of world.notices.crons) await cron.run()
    expect((await late.execute(owner)).rows).toEqual([])
  })

  it('includes every security event with a notice, even one otherwise sent only by email', async () => {
    const email = newEmail()
    const browser = await world.signUp(email, 'plantain harbour 58')
    await world.signIn(newNumber(), browser)
    const { body } = await browser.send('GET', '/user/notices')
    expect(body['notices']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          kind: 'security',
          title: 'Security alert',
          body: 'A phone number was added to your account.',
          path: '/me/settings',
        }),
      ]),
    )
  })
})

describe('a notice by email', () => {
  it('is plain by default, and is sent by its switch', async () => {
    const email = newEmail()
    const browser = await world.signUp(email, 'plantain harbour 58')
    const uid = await uidOf(browser)
    const about = { kind: 'reminder_due', path: '/send-money', body: 'Time to send money to Ama.' } as const
    expect(await add(uid, { ...about, title: 'Your reminder', key: 'r1' })).toEqual({ emailed: true })
    await vi.waitFor(async () => {
      const mail = (await world.received(email)).find(({ subject }) => subject === 'Your reminder')
      expect(mail?.text).toContain('Time to send money to Ama.')
      expect(mail?.text).toContain('Open Sesa: http://localhost:3000/send-money')
      expect(mail?.text).toContain('because “Reminders” is on')
    }, PATIENCE)
    const saved = (await browser.send('GET', '/user/notifications')).body as {
      notifications: object
      channels: { email: object; push: object }
    }
    const channels = { ...saved.channels, email: { ...saved.channels.email, reminders: false } }
    const put = await browser.send('PUT', '/user/notifications', { ...saved.notifications, channels })
    expect(put.body).toMatchObject({ channels: { email: { reminders: false, rateAlerts: true } } })
    expect(await add(uid, { ...about, title: 'Off', key: 'r2' })).toEqual({ emailed: false })
    // A client of the previous release leaves the channels unchanged.
    const six = await browser.send('PUT', '/user/notifications', saved.notifications)
    expect(six.body).toMatchObject({ channels: { email: { reminders: false } } })
  })
})

describe('a push notification', () => {
  it('reaches the browser encrypted, with a generic sentence, and replaces earlier ones of its transfer', async () => {
    const { browser, uid } = await customer()
    const push = await subscribed(browser)
    await add(uid)
    const [message] = await untilReceived(push, 1)
    expect(message).toMatchObject({
      payload: { title: 'Your transfer arrived', path: PATH, tag: message?.topic },
      urgency: 'high',
      ttl: 86_400,
    })
    expect(JSON.stringify(message?.payload)).not.toMatch(/GHS|11|Ama/)
    await add(uid, { kind: 'transaction_refunded' })
    await vi.waitFor(async () => {
      expect((await push.received()).map(({ payload }) => payload['title'])).toEqual([
        'We refunded your transfer',
      ])
    }, PATIENCE)
  })

  it('is sent only by its switch, and never for a receipt', async () => {
    const { browser, uid } = await customer()
    const push = await subscribed(browser)
    const { notifications, channels } = (await browser.send('GET', '/user/notifications')).body as {
      notifications: object
      channels: { push: object }
    }
    const off = { ...channels, push: { ...channels.push, transfers: false } }
    await browser.send('PUT', '/user/notifications', { ...notifications, channels: off })
    await add(uid)
    await add(uid, { kind: 'receipt', key: 'receipt:2' })
    await add(uid, { kind: 'security', key: 'security:0', path: '/me/settings' })
    const [only] = await untilReceived(push, 1)
    expect(only?.payload['title']).toBe('Security alert for your account')
  })

  it.each([
    ['read by the customer', "now(), now() - interval '1 minute'", 0],
    ['older than a day', "null, now() - interval '25 hours'", 0],
    ['unread and young', "null, now() - interval '23 hours'", 1],
  ])('of a notice that is %s is sent as it should be', async (_what, times, count) => {
    const { browser, uid } = await customer()
    const push = await subscribed(browser)
    const { owner, db } = world.database
    const { rows } = await sql<{ noticeId: string; subscriptionId: string }>`
      with added as (
        insert into user_notices (user_id, kind, key, title, body, path, read_at, at)
        values (${uid}, 'money_received', 'x', 'x', 'x', '/me/notices', ${sql.raw(times)}) returning id, user_id
      )
      select a.id as "noticeId", p.id as "subscriptionId" from added a join push_subscriptions p using (user_id)`.execute(
      owner,
    )
    const job = rows[0] as unknown as Record<string, unknown>
    await inTransaction(db, 'test.push', (tx) => enqueue(tx, PUSH, job))
    await untilQueueEmpty()
    expect(await push.received()).toHaveLength(count)
  })

  it('is sent again after an unknown outcome, and shown once on the device', async () => {
    const { browser, uid } = await customer()
    const push = await subscribed(browser)
    await world.fault('push', 'error_500', 1)
    await add(uid)
    await untilReceived(push, 1)
  })

  it('ends when the push service reports that the browser is gone', async () => {
    const { browser, uid } = await customer()
    const push = await subscribed(browser)
    await push.end()
    await add(uid)
    await vi.waitFor(async () => expect(await subscriptions(uid)).toEqual([]), PATIENCE)
    await untilQueueEmpty()
  })

  it('keeps its subscription when the push service rejects our key, and alerts staff', async () => {
    const { browser, uid } = await customer()
    const push = new PushBrowser(world.sandboxUrl)
    const answer = await browser.send('POST', '/user/push', await push.subscribe(vapidKeys().publicKey))
    expect(answer.status).toBe(204)
    refusedPush.length = 0
    await add(uid)
    await vi.waitFor(() => expect(refusedPush).toEqual([new URL(world.sandboxUrl).host]), PATIENCE)
    await untilQueueEmpty()
    expect(await subscriptions(uid)).toHaveLength(1)
    expect(await push.received()).toEqual([])
  })
})

describe('a browser’s push notifications', () => {
  it('are refused for a foreign address', async () => {
    const { browser, uid } = await customer()
    const good = await new PushBrowser(world.sandboxUrl).subscribe()
    for (const endpoint of ['https://evil.example/push', `${world.sandboxUrl}/sandbox/faults`]) {
      const { status, code } = await browser.send('POST', '/user/push', { ...good, endpoint })
      expect([status, code]).toEqual([422, 'push_refused'])
    }
    expect(await subscriptions(uid)).toEqual([])
  })

  it('end with the session: on sign-out here, and from another device', async () => {
    const { phone, browser, uid } = await customer()
    const other = await world.signIn(phone, world.browser())
    await subscribed(browser)
    await subscribed(other)
    expect(await subscriptions(uid)).toHaveLength(2)
    expect((await browser.send('POST', '/auth/sign-out')).status).toBeLessThan(300)
    expect(await subscriptions(uid)).toHaveLength(1)
    const third = await world.signIn(phone, world.browser())
    await third.send('DELETE', '/auth/sessions')
    expect(await subscriptions(uid)).toEqual([])
  })

  it('move to the new session when the customer signs in again in the same browser', async () => {
    const { phone, browser, uid } = await customer()
    const push = await subscribed(browser)
    await world.signIn(phone, browser)
    expect((await browser.send('GET', '/user/push')).body).toEqual({ devices: 1, offered: true })
    await add(uid)
    await untilReceived(push, 1)
    await browser.send('DELETE', '/user/push')
    expect(await subscriptions(uid)).toEqual([])
  })

  it('are carried over to new keys only if they are on', async () => {
    const { browser, uid } = await customer()
    const push = new PushBrowser(world.sandboxUrl)
    const before = await push.subscribe(VAPID.publicKey)
    expect((await browser.send('PUT', '/user/push', before)).body).toEqual({ on: false })
    await browser.send('POST', '/user/push', before)
    const renewed = await push.subscribe(VAPID.publicKey)
    expect((await browser.send('PUT', '/user/push', renewed)).body).toEqual({ on: true })
    expect(await subscriptions(uid)).toEqual([renewed.endpoint])
    // A stranger who knows the endpoint gets nothing.
    const stranger = await customer()
    expect((await stranger.browser.send('PUT', '/user/push', renewed)).body).toEqual({ on: false })
  })

  it('are one per browser, even when it subscribes twice at once', async () => {
    const { browser, uid } = await customer()
    const push = new PushBrowser(world.sandboxUrl)
    const two = [await push.subscribe(), await push.subscribe()]
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, nth) => browser.send('POST', '/user/push', two[nth % 2])),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 204))
    expect(await subscriptions(uid)).toHaveLength(1)
  })

  it('leave none behind when the session ends at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const { browser, uid } = await customer()
      const keys = await new PushBrowser(world.sandboxUrl).subscribe()
      await Promise.all([
        browser.send('POST', '/user/push', keys),
        browser.send('POST', '/auth/sign-out'),
        browser.send('POST', '/user/push', keys),
      ])
      expect(await subscriptions(uid)).toEqual([])
    }
  })

  it('are limited to ten per account; new ones replace the oldest', async () => {
    const { browser, uid } = await customer()
    await sql`with opened as (
        insert into sessions (user_id, token_hash, device, trusted, expires_at, idle_limit)
        select ${uid}, sha256(gen_random_uuid()::text::bytea), 'Old', true, now() + interval '1 day', '30 days'
        from generate_series(1, 10) returning id, user_id
      )
      insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, created_at)
      select user_id, id, 'old ' || row_number() over (), decode(repeat('04', 65), 'hex'), decode(repeat('00', 16), 'hex'),
        now() - row_number() over () * interval '1 hour' from opened`.execute(world.database.owner)
    await subscribed(browser)
    const kept = await subscriptions(uid)
    expect(kept).toHaveLength(10)
    expect(kept).not.toContain('old 10')
    expect(kept).toContain('old 9')
  })

  it('move to the account that used the browser last', async () => {
    const [first, second] = [await customer(), await customer()]
    const keys = await new PushBrowser(world.sandboxUrl).subscribe()
    await first.browser.send('POST', '/user/push', keys)
    await second.browser.send('POST', '/user/push', keys)
    expect([await subscriptions(first.uid), await subscriptions(second.uid)]).toEqual([[], [keys.endpoint]])
  })

  it('are not offered for 30 days after "Not now"', async () => {
    const { browser, uid } = await customer()
    expect((await browser.send('GET', '/user/push')).body).toEqual({ devices: 0, offered: true })
    await browser.send('DELETE', '/user/push/offer')
    expect((await browser.send('GET', '/user/push')).body).toMatchObject({ offered: false })
    await sql`update push_offers set declined_at = now() - interval '31 days' where user_id = ${uid}`.execute(
      world.database.owner,
    )
    expect((await browser.send('GET', '/user/push')).body).toMatchObject({ offered: true })
  })
})
