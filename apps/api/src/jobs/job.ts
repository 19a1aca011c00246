/** A kind of work done after a commit. `run` may see the same payload more than once and must then change nothing. */
export interface Job {
  readonly task: string
  run(payload: unknown): Promise<void>
}

/** Scheduled work. `pattern` is five cron fields, in UTC; graphile-worker takes no dot in such a task's name. */
export interface Cron {
  readonly task: string
  readonly pattern: string
  run(): Promise<void>
}
