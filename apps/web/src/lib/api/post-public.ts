import { failureOf, request, type Failure } from '@sesa/ui/api/http.ts'

/** Sends a POST without a token, for forms on public pages. Returns the failure, or null. */
export async function postPublic(path: string, body: unknown): Promise<Failure | null> {
  try {
    await request({ method: 'POST', path, body })
    return null
  } catch (error) {
    return failureOf(error)
  }
}
