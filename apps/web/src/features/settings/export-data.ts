import { calls } from '@sesa/contract'
import { failureOf, type Failure } from '@sesa/ui/api/http.ts'
import { callApi } from '../../lib/api/api.ts'
import { saveFile } from '../../lib/api/download.ts'
import { withStepUp } from '../../lib/session/step-up.ts'

const FILE = 'sesa-data.json'

/** Downloads all data we keep about the customer. Resolves to a failure, or null. */
export async function downloadData(): Promise<Failure | null> {
  const { data, error } = await withStepUp(fetchData)
  if (error) return error
  saveFile(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), FILE)
  return null
}

async function fetchData(): Promise<{ data?: unknown; error?: Failure }> {
  try {
    return { data: await callApi(calls.exportData, {}) }
  } catch (error) {
    return { error: failureOf(error) }
  }
}
