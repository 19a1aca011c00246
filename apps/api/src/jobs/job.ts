/** A kind of work done after a commit. `run` may receive the same payload more than once and must not repeat its effect. */
export interface Job {
  readonly task: string
  run(payload: unknown): Promise<void>
}

/** Scheduled work. `pattern` is five cron fields, in UTC; graphile-worker does not allow a dot in such a task's name. */
export interface Cron {
  readonly task: string
  readonly pattern: string
  run(): Promise<void>
}
