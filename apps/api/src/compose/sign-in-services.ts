import type { Config as PublicConfig } from '@sesa/contract'
import type { FirebaseService, OpenIdService } from '../domains/customers/index.ts'
import { createFirebase } from '../providers/firebase/index.ts'
import { createGoogle } from '../providers/google/index.ts'
import type { Config } from '../config/config.ts'
import { timedFetch } from './watched-fetch.ts'

const TIMEOUT_SECONDS = 10

export interface SignInServices {
  readonly google: OpenIdService | undefined
  readonly firebase: FirebaseService | undefined
  /** The sign-in part of `/config`. */
  readonly identity: PublicConfig['identity']
}

/** Returns the sign-in services: our own codes with Google in a popup, or Firebase for both in hosted mode. */
export function signInServices({ signIn, http }: Config): SignInServices {
  const { google, firebase } = signIn
  if (firebase) {
    const now = () => Math.floor(Date.now() / 1_000)
    const { projectId, emulatorUrl } = firebase
    return {
      google: undefined,
      firebase: createFirebase({
        projectId,
        fetch: timedFetch('firebase'),
        now,
        emulator: emulatorUrl !== null,
      }),
      identity: { methods: ['firebase', 'email', 'passkey'], firebase: { ...firebase } },
    }
  }
  if (!google)
    return { google: undefined, firebase: undefined, identity: { methods: ['phone', 'email', 'passkey'] } }
  const redirectUri = `${http.publicUrl}/auth/google/callback`
  return {
    google: createGoogle({
      ...google,
      redirectUri,
      timeoutSeconds: TIMEOUT_SECONDS,
      fetch: timedFetch('google'),
    }),
    firebase: undefined,
    identity: { methods: ['phone', 'email', 'google', 'passkey'] },
  }
}
