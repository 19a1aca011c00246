import { calls } from '@sesa/contract'
import { api } from '../../lib/api/api.ts'
import { failureOf, type Failure } from '../../lib/api/http.ts'
import { withProof } from '../../lib/session/step-up.ts'

const FILE = 'sesa-data.json'

/** Downloads everything that is kept about the person. Resolves to why it could not be. */
export async function downloadData(): Promise<Failure | null> {
  const { data, error } = await withProof(fetchData)
  if (error) return error
  const url = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = FILE
  link.click()
  URL.revokeObjectURL(url)
  return null
}

async function fetchData(): Promise<{ data?: unknown; error?: Failure }> {
  try {
    return { data: await api.get(calls.exportData, {}) }
  } catch (error) {
    return { error: failureOf(error) }
  }
}
