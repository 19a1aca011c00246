import * as v from 'valibot'

// A message continues the setting's name, or follows it after a colon. No message repeats the value, which may be
// secret.
export const text = v.pipe(v.string(), v.nonEmpty('is empty. Give it a value, or remove it'))
export const url = v.pipe(v.string(), v.url('is no URL. Set it like https://sesa.example'))
/** A server's address, without a trailing slash. */
export const address = v.pipe(
  url,
  v.transform((value) => value.replace(/\/$/, '')),
)
export const form = (pattern: RegExp, words: string) =>
  v.pipe(v.string(), v.regex(pattern, `has another form: it ${words}`))
export const oneOf = <const T extends readonly string[]>(...names: T) =>
  v.picklist(names, `has another form: it is either ${names.join(' or ')}`)
export const number = (least: number, most: number, words = `is no number from ${least} to ${most}`) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,7}$/, words),
    v.transform(Number),
    v.minValue(least, words),
    v.maxValue(most, words),
  )
export const portFrom = (least: number) =>
  number(least, 65_535, 'is no port. Set it to a number from 1 to 65535')
