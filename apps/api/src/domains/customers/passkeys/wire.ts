import * as v from 'valibot'
import { Refused } from '../../../lib/refused.ts'

/** The JSON form of a `navigator.credentials` answer; the library parses its contents. */
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

/** Parses a browser's answer that creates a passkey. Throws Refused `passkey_refused`. */
export const readRegistration = (response: unknown) => read(registration, response)

/** Parses a browser's answer that uses a passkey. Throws Refused `passkey_refused`. */
export const readAssertion = (response: unknown) => read(assertion, response)
