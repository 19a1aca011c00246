/** A person identified by another service. `subject` is the service's permanent id for them; an email address may change. */
export interface FederatedPerson {
  readonly subject: string
  readonly email: string | null
  readonly emailVerified: boolean
}

/** Binds a sign-in to the browser that started it; each value is used once. */
export interface FlowSecrets {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

/** OpenID Connect with an authorization code and PKCE. */
export interface OpenIdService {
  newSecrets(): FlowSecrets
  /** Returns the URL to send the browser to. Throws when the service cannot be reached. */
  authorizationUrl(secrets: FlowSecrets): Promise<URL>
  /** Returns the person in the answer to our callback; null when any part of it is invalid. */
  exchange(callback: URL, secrets: FlowSecrets): Promise<FederatedPerson | null>
}

/** A person identified by Firebase. */
export interface FirebasePerson extends FederatedPerson {
  /** The number that Firebase sent a code to, in E.164; null for other sign-in methods. */
  readonly phoneNumber: string | null
}

export interface FirebaseService {
  /** Returns the person that an ID token identifies; null when it is forged, not for us, or not from a recent sign-in. */
  verify(idToken: string): Promise<FirebasePerson | null>
}
