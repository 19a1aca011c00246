interface Pause {
  /** Resolves when the call arrives. */
  readonly reached: Promise<void>
  /** Continues the call. */
  go(): void
}

/** Pauses calls to providers, so that a test can act while a step waits for an answer. */
export interface Pauses {
  /** Pauses the next call of this method before it reaches the provider. */
  at(method: string): Pause
  /** Returns the same provider with asynchronous methods that can be paused. */
  wrap<T extends object>(provider: T): T
}

export function createPauses(): Pauses {
  const waiting = new Map<PropertyKey, { reached: () => void; released: Promise<void> }>()
  return {
    at(method) {
      const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      waiting.set(method, { reached: reached.resolve, released: released.promise })
      return { reached: reached.promise, go: released.resolve }
    },
    wrap: (provider) =>
      new Proxy(provider, {
        get(target, name) {
          const member: unknown = Reflect.get(target, name)
          const pause = waiting.get(name)
          if (pause === undefined || typeof member !== 'function') return member
          return async (...given: unknown[]): Promise<unknown> => {
            waiting.delete(name)
            pause.reached()
            await pause.released
            return Reflect.apply(member, target, given)
          }
        },
      }),
  }
}
