import { setTimeout as sleep } from 'node:timers/promises'
import { clear, stageIn, type Mover, type Scenario } from '../scenarios/stage.ts'
import { quiesce } from '../world/quiesce.ts'
import { timeOf } from '../world/time.ts'
import { problems, verify } from '../world/verify.ts'
import { PRODUCT_PROCESSES, type ProductProcess, type World } from '../world/world.ts'

/** A scenario and the process that moves its transfers. */
export interface Play {
  readonly scenario: Scenario
  readonly mover: Mover
}

/** A crash point in one process, and the plays in which that process reaches it. */
export interface Target {
  readonly process: ProductProcess
  /** `<name>:<before|after>` */
  readonly point: string
  readonly plays: readonly Play[]
}

export interface CrashResult {
  readonly target: Target
  /** The play in which the process died; undefined if it never did. */
  readonly play: Play | undefined
  readonly problems: readonly string[]
  /** Number of rows checked afterwards. */
  readonly examined: number
  /** The client's log, if there was a problem or the point was never reached. */
  readonly events: string
}

/** The process may die a moment after the last event that a client sees. */
const DYING_MS = 1_500
/** The longest start on a busy machine, for points that are reached during the start. */
const STARTING_MS = 30_000
/** Maximum number of plays for a point that depends on which process is faster. */
const MOST_PLAYS = 4

export const nameOf = ({ scenario, mover }: Play): string => `${scenario.name} (${mover})`

/** Returns all plays of the scenarios. */
export function playsOf(scenarios: readonly Scenario[]): Play[] {
  return scenarios.flatMap((scenario) =>
    (scenario.movers ?? (['worker', 'server'] as const)).map((mover) => ({ scenario, mover })),
  )
}

/** The crash points that a play reached without a crash, and the problems it found. */
export interface Explored {
  /** `<process> <name>:<before|after>` */
  readonly reached: ReadonlySet<string>
  readonly problems: readonly string[]
}

/** Runs a staff command. Throws if it fails. */
async function operate(
  world: World,
  command: readonly string[],
  more: Readonly<Record<string, string>> = {},
) {
  const { staff } = world
  staff.spawn(more, command)
  await staff.ended()
  world.log.note(`sesa ${command.join(' ')}: ${staff.end}`)
  if (!['exit code 0', 'SIGKILL'].includes(staff.end)) throw new Error(`${staff.end}: ${staff.lastWords}`)
}

/** Plays a scenario once without a crash. */
export async function explore(world: World, play: Play): Promise<Explored> {
  const reached = new Set<string>()
  const armed = new Set<ProductProcess>()
  let isOperating = false
  world.listen = (process, point) => {
    // If the server is the mover, the worker is frozen until the play is over, so it cannot die in it.
    const isOver = process === 'worker' && play.mover === 'server'
    // Commands that only prepare a play, such as those that add members, are never killed.
    const isPreparing = process === 'staff' && !isOperating
    if (armed.has(process) && !isOver && !isPreparing) reached.add(`${process} ${point}`)
  }
  const begin = world.log.length
  world.log.note(`explore: ${nameOf(play)}`)
  const stage = stageIn(world, play.mover, {
    async armed() {
      for (const process of PRODUCT_PROCESSES) armed.add(process)
    },
    async operate(...command) {
      isOperating = true
      await operate(world, command).finally(() => (isOperating = false))
    },
    async restart(name, more) {
      armed.add(name)
      await world[name].stop('SIGTERM')
      await world[name].start(more)
    },
  })
  const wrong: string[] = []
  try {
    await play.scenario.play(stage)
    // Effects of the last act may still be in flight.
    await sleep(100)
  } catch (error) {
    wrong.push(String(error))
  } finally {
    clear(world)
  }
  wrong.push(...(await quiesceAndVerify(world)).problems)
  world.listen = undefined
  return { reached, problems: wrong.length > 0 ? [...wrong, world.log.since(begin)] : [] }
}

/** Problems reported so far. A violated invariant stays violated, so it is reported only once. */
const reported = new WeakMap<World, Set<string>>()

/** Waits for a quiet world, then returns the new problems of all rules that had something to check. */
async function quiesceAndVerify(world: World): Promise<{ examined: number; problems: readonly string[] }> {
  try {
    await quiesce(world)
    const findings = await verify(world)
    const examined = findings.reduce((sum, one) => sum + one.examined, 0)
    const known = reported.get(world) ?? new Set()
    reported.set(world, known)
    const found = problems(findings.filter((one) => one.examined > 0)).filter(
      (problem) => !known.has(problem),
    )
    for (const problem of found) known.add(problem)
    return { examined, problems: found }
  } catch (error) {
    return { examined: 0, problems: [String(error)] }
  }
}

/** Kills the process at the point, restarts it, and checks that every invariant holds. */
export async function crash(world: World, target: Target): Promise<CrashResult> {
  const begin = world.log.length
  for (let tries = 0; tries < MOST_PLAYS; tries++) {
    const play = target.plays[tries % target.plays.length]
    if (play === undefined) break
    world.log.note(`crash: ${target.process} at ${target.point} in ${nameOf(play)}`)
    const died = await playToDeath(world, target, play)
    const { examined, problems: wrong } = await quiesceAndVerify(world)
    if (!died && wrong.length === 0) continue
    return {
      target,
      play: died ? play : undefined,
      problems: wrong,
      examined,
      events: wrong.length > 0 ? world.log.since(begin) : '',
    }
  }
  return { target, play: undefined, problems: [], examined: 0, events: world.log.since(begin) }
}

async function playToDeath(world: World, target: Target, play: Play): Promise<boolean> {
  const child = world[target.process]
  let revived: Promise<void> | undefined
  let died = false
  let isArmed = false
  let isWatching = true
  const watch = (): void => {
    // Like the launcher, restart a dead process at once; clients retry in the meantime.
    revived = child.ended().then(async () => {
      if (!isWatching) return
      died = child.end === 'SIGKILL'
      world.log.note(`${target.process} ended: ${child.end}`)
      await child.start()
      await timeOf(world.database).outliveLeases()
    })
  }
  const stage = stageIn(world, play.mover, {
    async armed() {
      isArmed = true
      if (target.process === 'staff') return
      // A play opens the office when staff first use it, which may come later.
      if (target.process === 'office') await world.members.open()
      await child.instruct({ crashAt: target.point })
      watch()
    },
    async operate(...command) {
      if (target.process !== 'staff' || !isArmed || died) return operate(world, command)
      await operate(world, command, { CHAOS_CRASH_AT: target.point })
      died = child.end === 'SIGKILL'
      // The outcome is unknown, so staff repeat the command, which may then be refused.
      if (died) await operate(world, command).catch((error: unknown) => world.log.note(String(error)))
    },
    async restart(name, more) {
      if (name === target.process) await child.instruct({ crashAt: target.point })
      await world[name].stop('SIGTERM')
      died = name === target.process && child.end === 'SIGKILL'
      if (died || name !== target.process) return world[name].start(more)
      child.spawn({ ...more, CHAOS_CRASH_AT: target.point })
      watch()
      for (let wait = 0; wait < STARTING_MS && !died; wait += 50) await sleep(50)
    },
  })
  try {
    await play.scenario.play(stage)
  } catch (error) {
    // A client that was disconnected may find its code used or its session gone; no money is affected.
    world.log.note(`the play ended early: ${String(error)}`)
  } finally {
    clear(world)
  }
  for (let wait = 0; wait < DYING_MS && !died; wait += 50) await sleep(50)
  if (!died && child.isAlive) await child.instruct({ crashAt: '' })
  // Otherwise stop watching: a later play that ends this process restarts it itself.
  if (died || !child.isAlive) await revived
  else isWatching = false
  return died
}
