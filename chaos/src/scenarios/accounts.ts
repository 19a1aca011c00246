import { calls } from '@sesa/contract'
import type { Scenario } from './stage.ts'

/** Everything except money: signing in, the profile, messages, scheduled jobs, starting. */
export const accounts: readonly Scenario[] = [
  {
    name: 'a new customer signs up',
    movers: ['worker'],
    async play({ world, armed }) {
      const person = world.stranger()
      await armed()
      await person.signIn()
      await person.fillProfile()
    },
  },
  {
    name: 'a customer changes the profile and signs out',
    movers: ['worker'],
    async play({ world, armed }) {
      const person = await world.person()
      await armed()
      await person.fillProfile('Hawa Kollie')
      await person.call(calls.signOut)
    },
  },
  {
    name: 'a customer gives sender details',
    movers: ['worker'],
    async play({ world, armed }) {
      const person = await world.person()
      await armed()
      await person.saySender()
    },
  },
  {
    name: 'a customer ends a session on a device',
    movers: ['worker'],
    async play({ world, armed }) {
      const person = await world.person()
      const { sessions } = await person.ask(calls.sessions)
      await armed()
      for (const { id } of sessions) await person.call(calls.endSession, { params: { id } })
    },
  },
  {
    name: 'a customer saves a draft, chooses emails and contacts support',
    movers: ['worker'],
    async play({ world, armed }) {
      const person = await world.person()
      const email = `${person.phone.slice(1)}@example.com`
      const { notifications } = await person.ask(calls.getNotifications)
      await armed()
      await person.call(calls.putNotifications, { body: notifications })
      await person.call(calls.putDraft, { body: { sendAmount: '12.50' } })
      await person.call(calls.sendContact, { body: { name: 'Musu Kollie', email, message: 'Hello.' } })
      await person.call(calls.expressInterest, { body: { topic: 'loans', email } })
    },
  },
  {
    name: 'a customer looks up the owner of a wallet',
    movers: ['worker'],
    async play({ world, armed }) {
      const person = await world.person()
      await armed()
      await person.call(calls.checkRecipient, {
        body: { country: 'GH', phone: '+233241111234', network: 'mtn' },
      })
      // This network returns no names, so the answer waits for the hint.
      await person.call(calls.checkRecipient, {
        body: { country: 'GH', phone: '+233201111234', network: 'airtel/tigo' },
      })
    },
  },
  {
    name: 'a customer pays someone, and adds, changes and removes a recipient',
    movers: ['worker'],
    async play({ newPerson, armed, drive }) {
      const person = await newPerson()
      await person.open()
      await person.pay()
      await drive(person)
      const wallet = { country: 'GH', network: 'mtn', name: 'Ama Mensah', favourite: true } as const
      const added = { ...wallet, phone: '+233241001234', nickname: '' }
      await armed()
      await person.ask(calls.listRecipients)
      await person.call(calls.addRecipient, { body: added })
      const { recipients } = await person.ask(calls.listRecipients)
      // The answer to adding it may have been lost.
      const params = { id: recipients.find(({ phone }) => phone === added.phone)?.id ?? '' }
      await person.call(calls.updateRecipient, { params, body: { ...added, nickname: 'Sister' } })
      await person.call(calls.removeRecipient, { params })
    },
  },
  {
    name: 'the worker starts',
    movers: ['worker'],
    play: ({ restart }) => restart('worker'),
  },
  {
    name: 'the server starts with no key to sign with',
    movers: ['worker'],
    async play({ world, restart }) {
      await world.database.sql('delete from signing_keys')
      await restart('server')
      const person = world.stranger()
      await person.signIn()
    },
  },
  {
    name: 'all scheduled jobs are due',
    movers: ['worker'],
    async play({ world, armed }) {
      const { sql } = world.database
      const crons = await sql<{ identifier: string }>(
        'select identifier from graphile_worker._private_known_crontabs',
      )
      // The weekly email is about a rate that moved within the week.
      await sql(`with made as (
          insert into rate_snapshots (as_of, source) values (date_trunc('day', now()) - interval '8 days', 'chaos')
          on conflict do nothing returning id, as_of, source)
        insert into snapshot_rates (snapshot_id, currency, rate, as_of, source)
        select id, currency, rate, as_of, source
        from made, (values ('LRD', 90), ('GHS', 11.6), ('SLE', 22)) as usual (currency, rate)`)
      // The history of rates lacks a day, and today's request budget is unused.
      await sql("delete from daily_rates where day = (now() at time zone 'utc')::date - 100")
      await sql('delete from rate_history_requests')
      await armed()
      for (const { identifier } of crons) await sql('select graphile_worker.add_job($1)', [identifier])
      const left = 'select 1 from graphile_worker.jobs where attempts < max_attempts'
      while ((await sql(left)).length > 0) {
        await sql('update graphile_worker._private_jobs set run_at = now() where run_at > now()')
        await new Promise((resolve) => setTimeout(resolve, 50))
        if (!world.worker.isAlive) return
      }
    },
  },
]
