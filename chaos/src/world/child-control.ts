/** An instruction from the run to a process. */
export interface Instruction {
  readonly id: number
  /** `<name>:<before|after>`; empty: never. */
  readonly crashAt?: string
  /** The point where it freezes once; SIGCONT resumes it. */
  readonly stopAt?: string
  /** How far its clock is ahead, in milliseconds. */
  readonly ahead?: number
}

/** A report from a process to the run. */
export type Report = { readonly point: string } | { readonly done: number }
