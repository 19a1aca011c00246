/** What the run tells a process. */
export interface Instruction {
  readonly id: number
  /** `<name>:<before|after>`; empty: nowhere. */
  readonly crashAt?: string
  /** The point where it freezes once; SIGCONT resumes it. */
  readonly stopAt?: string
  /** How far its clock is ahead, in milliseconds. */
  readonly ahead?: number
}

/** What a process tells the run. */
export type Report = { readonly point: string } | { readonly done: number }
