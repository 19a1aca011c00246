/** A browser that gets push notifications. */
export interface PushTarget {
  readonly endpoint: string
  /** The browser's public key and its shared secret, with which only it can decrypt the message. */
  readonly p256dh: Buffer
  readonly auth: Buffer
}

export interface PushMessage {
  readonly subscription: PushTarget
  readonly payload: string
  /** Seconds for which the push service keeps the message for a device that is off. */
  readonly ttl: number
  readonly urgency: 'high' | 'normal'
  /** A newer message of a topic replaces an undelivered older one. */
  readonly topic: string
}

/**
 * The outcome of sending a message to a push service. `gone`: the browser has ended the subscription. `refused`: the push
 * service rejects our request, and would reject it again. `unknown`: it may or may not have been accepted; sending it again
 * replaces it.
 */
export type PushOutcome = 'sent' | 'gone' | 'refused' | 'unknown'

/** Sends messages to browsers' push services. Never throws for a failed delivery. */
export interface PushSender {
  /** The VAPID public key that browsers subscribe with. */
  readonly publicKey: string
  send(message: PushMessage): Promise<PushOutcome>
}
