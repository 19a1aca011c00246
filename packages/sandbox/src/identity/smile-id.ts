import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { createHmac, randomUUID } from 'node:crypto'
import { answerUnderFaults } from '../core/edge.ts'
import { text } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import { checkPage, sendPage, sendUsed } from './page.ts'
import { readDocument, type Document } from './people.ts'

/** The only partner. Its key is public, like everything in the sandbox. */
const PARTNER = { id: '2001', key: 'sandbox-smile-id-key' }
const PROVISIONAL = 'provisional'
const SUCCESS = '0810'
const RESULT_AFTER_MS = 500
const FINAL_AFTER_MS = 2_500
const DUE = 'smile-id-result'

const OUTCOMES = [
  [SUCCESS, 'Approved'],
  [PROVISIONAL, 'Approved for now, then for good'],
  ['0001', 'The photo can’t be used'],
  ['1013', 'The number is not found'],
  ['1014', 'The number has another form'],
  ['1015', 'The office doesn’t answer'],
  ['1016', 'The product is not enabled'],
  ['1022', 'Nothing matches'],
  ['9999', 'An unknown code'],
] as const

interface Job {
  ref: string
  jobId: string
  country: string
  idType: string
  callbackPath: string
  redirectUrl: string
  document: Document | null
  code: string | null
  isFinal: boolean
}

const signatureOf = (timestamp: string): string =>
  createHmac('sha256', PARTNER.key).update(`${timestamp}${PARTNER.id}sid_request`).digest('base64')

function isSigned(body: Record<string, unknown>): boolean {
  const { partner_id: partner, timestamp, signature } = body
  return partner === PARTNER.id && typeof timestamp === 'string' && signature === signatureOf(timestamp)
}

const words = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Registers Smile ID's v1 protocol under `/sandbox/smile-id`: links, its page, job status, callbacks. */
export async function registerSmileId(app: FastifyInstance, world: World): Promise<void> {
  const jobs = openJobs(world)
  await app.register(
    async (scope) => {
      await scope.register(formbody)
      registerCalls(scope, world, jobs)
      registerPage(scope, jobs)
    },
    { prefix: '/sandbox/smile-id' },
  )
}

function openJobs(world: World) {
  const { db } = world
  db.exec('create table if not exists smile_jobs (ref text primary key, job_id text, body text)')
  const insert = db.prepare('insert into smile_jobs (ref, job_id, body) values (?, ?, ?)')
  const byRef = db.prepare('select body from smile_jobs where ref = ?')
  const byJob = db.prepare('select body from smile_jobs where job_id = ? order by rowid desc limit 1')
  const update = db.prepare('update smile_jobs set body = ? where ref = ?')
  const read = (row: ReturnType<typeof byRef.get>): Job | undefined =>
    row && (JSON.parse(text(row, 'body')) as Job)

  const resultOf = (job: Job) => ({
    ResultCode: job.code,
    ResultText: job.code === SUCCESS ? 'Document Verified' : 'Chosen in the sandbox',
    IsFinalResult: String(job.isFinal),
    SmileJobID: job.ref,
    PartnerParams: { job_id: job.jobId, user_id: job.jobId, job_type: 6 },
    Actions: {
      Verify_Document: job.code === SUCCESS ? 'Passed' : 'Not Applicable',
      Register_Selfie: 'Approved',
    },
    ...(job.code === SUCCESS &&
      job.document && {
        FullName: `${job.document.firstName} ${job.document.lastName}`,
        DOB: job.document.dob,
        IDNumber: job.document.number,
        IDType: job.idType,
        Country: job.country,
        ExpirationDate: job.document.expires,
      }),
  })

  function end(ref: string, code: string, isFinal: boolean): void {
    const job = read(byRef.get(ref))
    if (!job) return
    const after: Job = { ...job, code, isFinal }
    update.run(JSON.stringify(after), ref)
    const timestamp = new Date(world.now()).toISOString()
    const body = JSON.stringify({ ...resultOf(after), timestamp, signature: signatureOf(timestamp) })
    world.deliver('smile-id', {
      path: job.callbackPath,
      headers: { 'content-type': 'application/json' },
      body,
    })
  }

  world.onDue(DUE, (ref, outcome) => {
    if (outcome !== PROVISIONAL) return end(ref, String(outcome), true)
    end(ref, SUCCESS, false)
    world.schedule(DUE, ref, world.now() + FINAL_AFTER_MS, SUCCESS)
  })

  return {
    add(job: Omit<Job, 'ref' | 'document' | 'code' | 'isFinal'>): string {
      const ref = randomUUID()
      insert.run(ref, job.jobId, JSON.stringify({ ...job, ref, document: null, code: null, isFinal: false }))
      return ref
    },
    find: (ref: string) => read(byRef.get(ref)),
    /** Returns a job's status with Smile ID's signature; null for an unknown job. */
    status(jobId: string) {
      const job = read(byJob.get(jobId))
      if (!job) return null
      const timestamp = new Date(world.now()).toISOString()
      return {
        ...{ timestamp, signature: signatureOf(timestamp), code: '2302' },
        ...{ job_complete: job.code !== null, job_success: job.code === SUCCESS },
        result: job.code === null ? 'No zip uploaded yet' : resultOf(job),
      }
    },
    submit(job: Job, document: Document, outcome: string): void {
      world.atomically(() => {
        update.run(JSON.stringify({ ...job, document }), job.ref)
        world.schedule(DUE, job.ref, world.now() + RESULT_AFTER_MS, outcome)
      })
    },
  }
}

type Jobs = ReturnType<typeof openJobs>

function registerCalls(scope: FastifyInstance, world: World, jobs: Jobs): void {
  const broken = (reply: FastifyReply) => () => {
    reply.code(500)
    return { error: 'System Error', code: '2204' }
  }
  const refuse = (reply: FastifyReply) => {
    reply.code(400)
    return { error: 'Signature or a field is wrong', code: '2205' }
  }
  scope.post<{ Body: Record<string, unknown> | undefined }>('/v1/smile_links', (request, reply) =>
    answerUnderFaults(world, 'identity', request, reply, {
      fail: broken(reply),
      act() {
        const body = request.body ?? {}
        const [first] = Array.isArray(body['id_types']) ? (body['id_types'] as Record<string, unknown>[]) : []
        const params = body['partner_params'] as Record<string, unknown> | undefined
        const callback = URL.parse(words(body['callback_url']))
        if (!isSigned(body) || !first || !params || !callback) return refuse(reply)
        const ref = jobs.add({
          jobId: words(params['job_id']),
          country: words(first['country']),
          idType: words(first['id_type']),
          callbackPath: callback.pathname,
          redirectUrl: words(body['redirect_url']),
        })
        return { link: `${world.options.publicUrl}/smile-id/links/${ref}`, ref_id: ref }
      },
    }),
  )
  scope.post<{ Body: Record<string, unknown> | undefined }>('/v1/job_status', (request, reply) =>
    answerUnderFaults(world, 'identity', request, reply, {
      fail: broken(reply),
      act() {
        const body = request.body ?? {}
        if (!isSigned(body)) return refuse(reply)
        const found = jobs.status(words(body['job_id']))
        if (found) return found
        reply.code(404)
        return { error: 'Job not found', code: '2304' }
      },
    }),
  )
}

function registerPage(scope: FastifyInstance, jobs: Jobs): void {
  type ByRef = { Params: { ref: string } }
  const page = (wrong: string | null) => checkPage('Smile ID', OUTCOMES, wrong)
  const open = (ref: string) => {
    const job = jobs.find(ref)
    return job && job.document === null ? job : null
  }
  scope.get<ByRef>('/links/:ref', (request, reply) =>
    open(request.params.ref) === null ? sendUsed(reply) : sendPage(reply, page(null)),
  )
  scope.post<ByRef & { Body: Record<string, string> | undefined }>('/links/:ref', (request, reply) => {
    const job = open(request.params.ref)
    if (job === null) return sendUsed(reply)
    const document = readDocument(request.body ?? {})
    const outcome = OUTCOMES.find(([value]) => value === request.body?.['outcome'])?.[0]
    if (document === null || outcome === undefined)
      return sendPage(reply.code(400), page('Fill in every field.'))
    jobs.submit(job, document, outcome)
    return reply.redirect(job.redirectUrl, 303)
  })
}
