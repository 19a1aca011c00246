/** Changes a source file while it is loaded: its only occurrence of `find` becomes `put`. */
export interface Patch {
  /** From the repository's folder. */
  readonly file: string
  readonly find: string
  readonly put: string
}

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
