import { parentPort, workerData } from 'node:worker_threads'
import { validateXML } from 'xmllint-wasm'
import type { Job, Outcome } from './validate.ts'

/** libxml2 may use at most 128 MB, in pages of 64 KB. It has no access to the machine's files or network. */
const MOST_PAGES = 2_048

const { schema, document } = workerData as Job
const outcome: Outcome = await validateXML({
  xml: { fileName: 'document.xml', contents: document },
  schema: { fileName: 'schema.xsd', contents: schema },
  modifyArguments: (args) => ['--nonet', ...args],
  maxMemoryPages: MOST_PAGES,
}).then(
  ({ rawOutput }) => ({ isUsable: true, output: rawOutput }),
  (error: unknown) => ({ isUsable: false, output: error instanceof Error ? error.message : '' }),
)
parentPort?.postMessage(outcome)
