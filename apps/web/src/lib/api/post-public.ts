import { failureOf, request, type Failure } from './http.ts'

/** A POST without a token, for forms on public pages. Gives back why it failed, or null. */
export async function postPublic(path: string, body: unknown): Promise<Failure | null> {
  try {
    await request({ method: 'POST', path, body })
    return null
  } catch (error) {
    return failureOf(error)
  }
}
