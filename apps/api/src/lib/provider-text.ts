import * as v from 'valibot'

/** Accepts a provider's code or id: short and printable, so that it can be stored, logged and shown. */
export const providerText = v.pipe(v.string(), v.regex(/^[\x20-\x7e]{1,500}$/))
