import { visibleRemedy, type AnswerOf, type ErrorBody, type ErrorCode } from '@sesa/contract'
import { OFFICE_HEADER, officeCalls, type OfficeCall } from '@sesa/contract/office'
import { readFile } from 'node:fs/promises'
import { text as readAll } from 'node:stream/consumers'
import * as v from 'valibot'
import { ownCookie } from '../domains/customers/index.ts'
import { Refused } from '../lib/refused.ts'
import { argument, CliError, type Command, type Tools } from './command.ts'
import { officeUrl, readSession, SIGN_IN } from './identity.ts'

const PATIENCE_MS = 60_000
const NO_VALUES = v.strictObject({})

/** The parts of a request as `--json` gives them. */
interface Input {
  readonly params?: Readonly<Record<string, unknown>> | undefined
  readonly query?: Readonly<Record<string, unknown>> | undefined
  readonly body?: unknown
}

function callOf(name: string): OfficeCall {
  const found: OfficeCall | undefined = Object.hasOwn(officeCalls, name)
    ? officeCalls[name as keyof typeof officeCalls]
    : undefined
  if (found === undefined)
    throw new CliError(
      `There’s no office call ${name}. Calls: ${Object.keys(officeCalls).sort().join(', ')}.`,
    )
  return found
}

/** Returns what is wrong with a field, and what to do. */
function explain(name: string, issue: v.BaseIssue<unknown>): string {
  const field = v.getDotPath(issue) ?? '--json'
  if (issue.expected === 'never') return `${name} has no field ${field}. Remove it.`
  if (issue.received === 'undefined') return `The field ${field} of ${name} is missing. Add it.`
  const remedy = issue.requirement instanceof RegExp ? visibleRemedy(issue.requirement.source) : null
  return `The field ${field} of ${name} is invalid. ${remedy ?? `It takes ${issue.expected ?? 'another form'}, not ${issue.received}.`}`
}

/** Checks the input of a call against the contract. @throws CliError that names the field. */
function checked(name: string, { params, query, body }: OfficeCall, given: unknown): Input {
  // The contract's schemas do not say which issues they find.
  const schema = v.strictObject({
    params: params ?? v.optional(NO_VALUES),
    query: v.optional(query ?? NO_VALUES, {}),
    ...(body && { body }),
  }) as unknown as v.GenericSchema<unknown, Input>
  const read = v.safeParse(schema, given, { abortEarly: true })
  if (!read.success) throw new CliError(explain(name, read.issues[0]))
  return read.output
}

/** Reads JSON from a file, or from standard input for `-`. @throws CliError when there is none. */
async function readInput(file: string): Promise<unknown> {
  try {
    return JSON.parse(await (file === '-' ? readAll(process.stdin) : readFile(file, 'utf8'))) as unknown
  } catch (error) {
    throw new CliError(`Can’t read --json ${file}: ${error instanceof Error ? error.message : ''}`)
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isError = (answer: unknown): answer is ErrorBody =>
  typeof (answer as Partial<ErrorBody> | null)?.error?.code === 'string'

/** Returns the office's refusal, with what to do about it on a command line. */
function refusalOf({ code, message, field }: ErrorBody['error'], url: string): Refused {
  const remedies: Partial<Record<ErrorCode, string>> = {
    unauthenticated: SIGN_IN,
    step_up_required: `This call needs a passkey. Make it in the office: ${url}/office/`,
  }
  const remedy = remedies[code]
  return new Refused(code, {
    message: remedy ?? message,
    ...(field !== undefined && { field }),
  })
}

/**
 * Makes a call of the office over HTTP, as the member who is signed in on this command line, and returns its answer; null
 * for none. @throws Refused as the office refuses it. @throws CliError when there is no office.
 */
export async function callOffice<C extends OfficeCall>(
  tools: Pick<Tools, 'env' | 'outerEnv'>,
  call: C,
  { params = {}, query = {}, body }: Input = {},
): Promise<AnswerOf<C>> {
  const url = officeUrl(tools)
  const { origin } = new URL(url)
  const token = await readSession(tools.outerEnv)
  const at = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const address = new URL(at, origin)
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, String(value))
  const response = await fetch(address, {
    method: call.method,
    headers: {
      origin,
      [OFFICE_HEADER]: '1',
      ...(token !== undefined && { cookie: `${ownCookie(url, 'office').name}=${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE_MS),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    const why = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
    throw new CliError(`The office at ${url} isn’t answering (${why}). Start it: npm run sesa -- office`)
  })
  const text = await response.text()
  const answer = text === '' ? null : readJson(text)
  if (response.ok && answer !== undefined) return answer as AnswerOf<C>
  if (isError(answer)) throw refusalOf(answer.error, url)
  throw new CliError(`${url} isn’t the office (status ${response.status}). Check OFFICE_URL.`)
}

export const callCommand: Command = {
  words: ['call'],
  args: [['<name>', 'the call’s name in the office contract, like requestRefund']],
  options: [
    [
      '--json <file>',
      'its input, { "params": {}, "query": {}, "body": {} }, all parts optional; - reads standard input',
    ],
  ],
  does: 'make an office call as the signed-in member (staff sign-in) and print the answer as JSON',
  example: 'showTransfer --json transfer.json',
  async run(tools, given, say) {
    const name = argument(given, 'name of a call')
    const call = callOf(name)
    const file = given.options['json']
    const answer = await callOffice(
      tools,
      call,
      checked(name, call, file === undefined ? {} : await readInput(file)),
    )
    say(JSON.stringify(answer, null, 2))
    return { code: 0, json: answer }
  },
}
