import {
  ApiError,
  apiHost,
  failureIn,
  failureOf,
  NETWORK_FAILURE,
  parseJson,
  type Failure,
} from '@sesa/ui/api/http.ts'
import { getIdToken, getSignedInUid, refreshToken, signedOutError } from './token.ts'

/** Downloads a file of the signed-in customer, under a name. Resolves to a failure, or null. */
export async function downloadFile(path: string, name: string): Promise<Failure | null> {
  try {
    const uid = getSignedInUid()
    if (uid === null) throw signedOutError()
    let response = await ask(path, await getIdToken(uid))
    if (response.status === 401) response = await ask(path, await refreshToken(uid))
    if (!response.ok) {
      const failure = failureIn(parseJson(await response.text())) ?? NETWORK_FAILURE
      throw new ApiError(failure, response.status)
    }
    // Complete before it is saved: a lost connection leaves no partial file.
    const blob = await response.blob().catch(lost)
    // Another account may have signed in since then.
    if (getSignedInUid() !== uid) throw signedOutError()
    saveFile(blob, name)
    return null
  } catch (error) {
    return failureOf(error)
  }
}

function ask(path: string, token: string): Promise<Response> {
  return fetch(apiHost() + path, { headers: { authorization: `Bearer ${token}` } }).catch(lost)
}

function lost(): never {
  throw new ApiError(NETWORK_FAILURE, 0)
}

/** Saves content as a file, like a browser download. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
