import type { FastifyInstance } from 'fastify'
import type { FaultTarget, World } from '../core/world.ts'

/** Callback settings of this business's account. */
export interface CallbackSettings {
  /** The product's address, as entered in pawaPay's dashboard; null without one. */
  readonly callbackUrl: string | null
  readonly signedCallbacks: boolean
}

/** Returns the product's callback address, the account's default. */
const productUrl = ({ options }: World): string => `${new URL(options.publicUrl).origin}/webhooks/pawapay`

/** Opens the account's settings in the world's books: until changed, signed callbacks to the product. */
export function openCallbackSettings(world: World) {
  world.db.exec('create table if not exists pawapay_callbacks (settings text not null) strict')
  const read = world.db.prepare('select settings from pawapay_callbacks')
  const keep = world.db.prepare('insert into pawapay_callbacks (settings) values (?)')
  return {
    read(): CallbackSettings {
      const changed = read.get()?.['settings']
      const byDefault = { callbackUrl: productUrl(world), signedCallbacks: true }
      return typeof changed === 'string' ? (JSON.parse(changed) as CallbackSettings) : byDefault
    },
    change(settings: CallbackSettings): void {
      world.db.exec('delete from pawapay_callbacks')
      keep.run(JSON.stringify(settings))
    },
  }
}

/** Returns a function that sends a callback to the product, if it is the account's address. */
export function openCallbacks(world: World) {
  const settings = openCallbackSettings(world)
  return (body: object, rail: FaultTarget): void => {
    const { callbackUrl, signedCallbacks } = settings.read()
    // Any other address does not belong to the product.
    if (callbackUrl !== productUrl(world)) return
    world.deliver('pawapay', {
      path: new URL(callbackUrl).pathname,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      rail,
      ...(signedCallbacks && { sign: 'pawapay' }),
    })
  }
}

const body = {
  type: 'object',
  required: ['callbackUrl', 'signedCallbacks'],
  additionalProperties: false,
  properties: { callbackUrl: { type: ['string', 'null'] }, signedCallbacks: { type: 'boolean' } },
}

/** Registers `PUT /sandbox/pawapay/callbacks`, which stands in for pawaPay's dashboard. */
export function registerCallbackSettings(app: FastifyInstance, world: World): void {
  const settings = openCallbackSettings(world)
  app.put<{ Body: CallbackSettings }>(
    '/sandbox/pawapay/callbacks',
    { schema: { body } },
    ({ body: wanted }) =>
      world.atomically(() => {
        settings.change(wanted)
        return wanted
      }),
  )
}
