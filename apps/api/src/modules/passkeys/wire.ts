import * as v from 'valibot'
import { Refused } from '../../lib/refused.ts'

/** What `navigator.credentials` answers, in JSON form; the library reads what is inside. */
const credential = { id: v.string(), rawId: v.string(), type: v.literal('public-key') }
const extensions = v.record(v.string(), v.never())

const registration = v.object({
  ...credential,
  clientExtensionResults: v.pipe(
    v.record(v.string(), v.unknown()),
    v.transform(() => ({})),
    extensions,
  ),
  response: v.object({
    clientDataJSON: v.string(),
    attestationObject: v.string(),
    transports: v.optional(v.array(v.string()), []),
  }),
})

const assertion = v.object({
  ...credential,
  clientExtensionResults: registration.entries.clientExtensionResults,
  response: v.object({
    clientDataJSON: v.string(),
    authenticatorData: v.string(),
    signature: v.string(),
    userHandle: v.exactOptional(v.string()),
  }),
})

function read<S extends v.GenericSchema>(schema: S, response: unknown): v.InferOutput<S> {
  const parsed = v.safeParse(schema, response)
  if (!parsed.success) throw new Refused('passkey_refused')
  return parsed.output
}

/** The answer of a browser that made a passkey. Throws Refused `passkey_refused`. */
export const readRegistration = (response: unknown) => read(registration, response)

/** The answer of a browser that used a passkey. Throws Refused `passkey_refused`. */
export const readAssertion = (response: unknown) => read(assertion, response)
