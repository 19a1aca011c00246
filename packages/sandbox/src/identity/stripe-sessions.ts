import { randomBytes } from 'node:crypto'
import type { World } from '../core/world.ts'
import { text } from '../core/rows.ts'
import { newId } from '../cards/objects/store.ts'
import type { Document } from './people.ts'

interface Session {
  id: string
  checkId: string
  returnUrl: string
  status: 'requires_input' | 'processing' | 'verified' | 'canceled'
  error: string | null
  report: string | null
  document: Document | null
  redacted: boolean
}

const DUE = 'identity-result'
/** How long Stripe's check takes here, in milliseconds. */
const RESULT_AFTER_MS = 500

/** Verification sessions of Stripe Identity, with their events. */
export type StripeSessions = ReturnType<typeof openStripeSessions>

const dateParts = (date: string) => {
  const [year, month, day] = date.split('-').map(Number)
  return { day, month, year }
}

export function openStripeSessions(world: World) {
  const { db, options } = world
  db.exec('create table if not exists identity_sessions (id text primary key, key text unique, body text)')
  const insert = db.prepare('insert into identity_sessions (id, key, body) values (?, ?, ?)')
  const byId = db.prepare('select body from identity_sessions where id = ?')
  const byKey = db.prepare('select body from identity_sessions where key = ?')
  const update = db.prepare('update identity_sessions set body = ? where id = ?')

  const read = (row: ReturnType<typeof byId.get>): Session | undefined =>
    row && (JSON.parse(text(row, 'body')) as Session)
  const find = (id: string) => read(byId.get(id))
  const save = (session: Session) => void update.run(JSON.stringify(session), session.id)

  function reportOf({ report, document, error }: Session) {
    if (report === null) return null
    const parts = document && {
      type: 'passport',
      issuing_country: 'LR',
      number: document.number,
      expiration_date: dateParts(document.expires),
      dob: dateParts(document.dob),
      status: error === null ? 'verified' : 'unverified',
    }
    return { id: report, object: 'identity.verification_report', type: 'document', document: parts }
  }

  /** Returns the session as the API shows it: outputs only if requested, and a new link each time. */
  function show(session: Session, expand: readonly string[] = []) {
    const { id, status, error, document } = session
    const isOpen = status === 'requires_input'
    const secret = randomBytes(12).toString('hex')
    const outputs =
      status === 'verified' && document && expand.includes('verified_outputs')
        ? {
            first_name: document.firstName,
            last_name: document.lastName,
            ...(expand.includes('verified_outputs.dob') && { dob: dateParts(document.dob) }),
          }
        : undefined
    const report = reportOf(session)
    return {
      id,
      object: 'identity.verification_session',
      livemode: false,
      type: 'document',
      status,
      client_reference_id: session.redacted ? null : session.checkId,
      metadata: session.redacted ? {} : { check_id: session.checkId },
      client_secret: isOpen ? `${id}_secret_${secret}` : null,
      url: isOpen ? `${options.publicUrl}/stripe-identity/${id}?link=${secret}` : null,
      last_error: error === null ? null : { code: error, reason: 'Chosen in the sandbox.' },
      last_verification_report: expand.includes('last_verification_report') ? report : (report?.id ?? null),
      redaction: session.redacted ? { status: 'processing' } : null,
      ...(outputs && { verified_outputs: outputs }),
    }
  }

  /** Sends an event, which never contains the outputs. */
  function announce(session: Session, name: string) {
    const body = JSON.stringify({
      id: newId('evt_', 24),
      object: 'event',
      api_version: '2026-10-28.endive',
      created: Math.floor(world.now() / 1_000),
      livemode: false,
      pending_webhooks: 1,
      request: null,
      type: `identity.verification_session.${name}`,
      data: { object: { ...show(session), client_secret: null, url: null } },
    })
    const path = '/webhooks/stripe-identity'
    world.deliver('stripe', { path, headers: { 'content-type': 'application/json' }, body, sign: 'stripe' })
  }

  world.onDue(DUE, (id, outcome) => {
    const session = find(id)
    if (session?.status !== 'processing') return
    const isVerified = outcome === 'verified'
    const after: Session = {
      ...session,
      status: isVerified ? 'verified' : 'requires_input',
      error: isVerified ? null : String(outcome),
      report: newId('vr_', 24),
    }
    save(after)
    announce(after, after.status)
  })

  return {
    find,
    show,
    create(key: string | null, { checkId, returnUrl }: Pick<Session, 'checkId' | 'returnUrl'>): Session {
      const before = key === null ? undefined : read(byKey.get(key))
      if (before) return before
      const session: Session = {
        ...{ id: newId('vs_', 24), checkId, returnUrl, status: 'requires_input' },
        ...{ error: null, report: null, document: null, redacted: false },
      }
      insert.run(session.id, key, JSON.stringify(session))
      announce(session, 'created')
      return session
    },
    /**
     * Submits a person's document; the result follows by event. Without an outcome that Stripe decides, the person
     * left.
     */
    submit(session: Session, document: Document, outcome: string): void {
      world.atomically(() => {
        const after: Session = { ...session, status: 'processing', error: null, document }
        save(after)
        announce(after, 'processing')
        world.schedule(DUE, session.id, world.now() + RESULT_AFTER_MS, outcome)
      })
    },
    cancel(session: Session): Session {
      const after: Session = { ...session, status: 'canceled' }
      save(after)
      announce(after, 'canceled')
      return after
    },
    redact(session: Session): Session {
      const status = session.status === 'requires_input' ? 'canceled' : session.status
      const after: Session = { ...session, status, document: null, redacted: true }
      save(after)
      announce(after, 'redacted')
      return after
    },
  }
}
