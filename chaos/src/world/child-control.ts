/** A change of a source file while it is loaded: the one place that reads `find` becomes `put`. */
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
  /** Where it stops as if frozen, once; SIGCONT resumes it. */
  readonly stopAt?: string
  /** How far its clock is ahead, in milliseconds. */
  readonly ahead?: number
}

/** What a process tells the run. */
export type Report = { readonly point: string } | { readonly done: number }

/** Makes every named point tell the run that it was reached. */
export const TELL_POINTS: Patch = {
  file: 'apps/api/src/lib/crash-points.ts',
  find: "export function crashPoint(name: string, phase: 'before' | 'after'): void {",
  put: "export function crashPoint(name: string, phase: 'before' | 'after'): void {\n  globalThis[Symbol.for('sesa.chaos.reached')](name, phase)",
}
