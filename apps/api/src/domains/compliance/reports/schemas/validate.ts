import { Worker } from 'node:worker_threads'
import { actionRefused } from '../../../../lib/refused.ts'

export interface Job {
  readonly schema: string
  readonly document: string
}

/** The output of libxml2. Not usable: it could not read the schema, or ran out of memory. */
export interface Outcome {
  readonly isUsable: boolean
  readonly output: string
}

/** One schema violation, in libxml2's words. */
export interface Violation {
  readonly line: number
  readonly words: string
}

/** A report of 200 transfers takes less than a second. */
const LIMIT_MS = 20_000
/** Warnings of libxml2, for example about the name of a namespace, are not violations. */
const VIOLATION = /^document\.xml:(\d+): (?:.*? )?(?:Schemas validity|parser|namespace) error : (.*)$/

/** Runs libxml2 in a separate thread, and ends the thread at the time limit. */
async function run(job: Job): Promise<Outcome> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: job })
  const done = new Promise<Outcome>((resolve) => {
    const end = (output: string) => () => resolve({ isUsable: false, output })
    const timer = setTimeout(end('it took too long'), LIMIT_MS)
    timer.unref()
    worker.once('message', resolve)
    worker.once('error', end('it stopped with an error'))
    worker.once('exit', end('it stopped'))
    worker.once('exit', () => clearTimeout(timer))
  })
  try {
    return await done
  } finally {
    await worker.terminate()
  }
}

/** Returns the first line that says why a schema is invalid. */
function causeIn(output: string): string {
  const [first = '', ...others] = output.split('\n')
  const line = [first, ...others].find((one) => one.includes('error : ')) ?? first
  return line.replace(/^\S+?:(\d+): .*?error : /, 'line $1: ').replace(/\.$/, '')
}

/**
 * Checks a document against a schema with libxml2. Returns the violations. @throws Refused when the schema cannot be used.
 */
export async function validate(job: Job): Promise<readonly Violation[]> {
  const { isUsable, output } = await run(job)
  if (!isUsable) throw actionRefused(`The schema file can’t be used: ${causeIn(output)}.`)
  return violationsIn(output)
}

/** Parses libxml2's output about `document.xml`. */
export function violationsIn(output: string): readonly Violation[] {
  return output.split('\n').flatMap((text) => {
    const [, line, words] = VIOLATION.exec(text) ?? []
    return line === undefined || words === undefined ? [] : [{ line: Number(line), words }]
  })
}

const REFERS = /<(?:[\w.-]+:)?(include|import|redefine|override)\b/
const ROOT = /<(?:[\w.-]+:)?schema\b[^>]*http:\/\/www\.w3\.org\/2001\/XMLSchema/

/** Checks that a file is a self-contained schema. @throws Refused. */
export async function requireSchema(text: string): Promise<void> {
  const bare = text.replace(/<!--[^]*?-->/g, '')
  if (!ROOT.test(bare)) throw actionRefused('This isn’t an XML schema. Choose the authority’s .xsd file.')
  if (/<!(DOCTYPE|ENTITY)/i.test(bare))
    throw actionRefused('This file has a document type. Ask the authority for a schema without one.')
  const [, refers] = REFERS.exec(bare) ?? []
  if (refers !== undefined)
    throw actionRefused(
      `This file refers to another one (${refers}). Ask the authority for a single, complete file.`,
    )
  await validate({ schema: text, document: '<none/>' })
}
