import type { FastifyInstance, FastifyReply } from 'fastify'
import { PROMPT_MODES } from './phones.ts'
import type { Phones, PhoneSettings } from './phones.ts'
import type { Wallets } from './wallets.ts'

const DAY_MINUTES = 1_440

type ByNumber = { Params: { msisdn: string } }

const settingsBody = {
  type: 'object',
  required: ['prompts'],
  additionalProperties: false,
  properties: {
    prompts: { enum: PROMPT_MODES },
    endsAfterMinutes: { type: 'number', exclusiveMinimum: 0, maximum: DAY_MINUTES },
    holder: { type: 'string', pattern: '^\\S+ \\S.{0,98}$' },
  },
}
const answerBody = {
  type: 'object',
  required: ['approve'],
  additionalProperties: false,
  properties: { approve: { type: 'boolean' } },
}
const dialBody = {
  type: 'object',
  required: ['code'],
  additionalProperties: false,
  properties: { code: { type: 'string', pattern: '^[*#0-9]{2,40}$' } },
}

const REFUSALS = {
  unknown: [404, 'This phone has no such prompt'],
  over: [409, 'This prompt has ended'],
  hidden: [409, 'The payer has to dial the code of the prompt first'],
} as const

/** Registers the phones of payers: their settings, wallets and prompts, under `/sandbox/phones/{msisdn}`. */
export async function registerPhones(app: FastifyInstance, phones: Phones, wallets: Wallets): Promise<void> {
  await app.register(
    (routes, _options, done) => {
      routes.addHook<ByNumber>('preHandler', async ({ params }, reply) => {
        if (!/^\d{8,15}$/.test(digits(params.msisdn)))
          await reply.code(400).send({ error: `${params.msisdn} is not a phone number` })
      })
      numberRoutes(routes, phones, wallets)
      done()
    },
    { prefix: '/sandbox/phones/:msisdn' },
  )
}

function numberRoutes(app: FastifyInstance, phones: Phones, wallets: Wallets): void {
  const phone = (msisdn: string) => ({
    msisdn,
    settings: phones.settings(msisdn),
    wallets: wallets.list(msisdn).map(({ currency, balance }) => ({ currency, balance })),
    prompts: phones.prompts(msisdn),
  })

  app.get<ByNumber>('/', ({ params }) => phone(digits(params.msisdn)))

  app.put<ByNumber & { Body: PhoneSettings }>('/', { schema: { body: settingsBody } }, ({ params, body }) => {
    const msisdn = digits(params.msisdn)
    phones.set(msisdn, body)
    return phone(msisdn)
  })

  app.post<{ Params: { msisdn: string; id: string }; Body: { approve: boolean } }>(
    '/prompts/:id',
    { schema: { body: answerBody } },
    async ({ params, body }, reply) => {
      const msisdn = digits(params.msisdn)
      const answered = phones.answer(msisdn, params.id, body.approve)
      if (answered === 'answered') return phone(msisdn)
      const [status, error] = REFUSALS[answered]
      return refuse(reply, status, error)
    },
  )

  app.post<ByNumber & { Body: { code: string } }>(
    '/dial',
    { schema: { body: dialBody } },
    async ({ params, body }, reply) => {
      const msisdn = digits(params.msisdn)
      const read = phones.dial(msisdn, body.code)
      if (read === null) return refuse(reply, 404, 'Nobody answers to this code')
      return { read, ...phone(msisdn) }
    },
  )
}

const refuse = (reply: FastifyReply, status: number, error: string) => reply.code(status).send({ error })

const digits = (msisdn: string): string => msisdn.replace(/^\+/, '')
