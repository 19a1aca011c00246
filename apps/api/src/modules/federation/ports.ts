/** Who another service says is there. `subject` is its own name for them and never changes; an email address may. */
export interface FederatedPerson {
  readonly subject: string
  readonly email: string | null
  readonly emailVerified: boolean
}

/** What binds a sign-in to the browser that began it; each value is used once. */
export interface FlowSecrets {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

/** OpenID Connect with an authorization code and PKCE. */
export interface OpenIdService {
  newSecrets(): FlowSecrets
  /** Where to send the browser. Throws when the service cannot be reached. */
  authorizationUrl(secrets: FlowSecrets): Promise<URL>
  /** The person behind the answer that came to our callback; null when anything about it is not as it has to be. */
  exchange(callback: URL, secrets: FlowSecrets): Promise<FederatedPerson | null>
}

/** Who Firebase says is there. */
export interface FirebasePerson extends FederatedPerson {
  /** The number that Firebase sent a code to, in E.164; null for other ways of signing in. */
  readonly phoneNumber: string | null
}

export interface FirebaseService {
  /** The person an ID token speaks of; null when it is not genuine, not for us, or not of a sign-in just now. */
  verify(idToken: string): Promise<FirebasePerson | null>
}
