import { setTimeout as sleep } from 'node:timers/promises'
import { clear, stageIn, type Mover, type Scenario } from '../scenarios/stage.ts'
import { quiesce } from '../world/quiesce.ts'
import { timeOf } from '../world/time.ts'
import { problems, verify } from '../world/verify.ts'
import { OURS, type Ours, type World } from '../world/world.ts'

/** A scenario as it is played once. */
export interface Play {
  readonly scenario: Scenario
  readonly mover: Mover
}

/** A point as one process reaches it, and the plays in which it does. */
export interface Target {
  readonly process: Ours
  /** `<name>:<before|after>` */
  readonly point: string
  readonly plays: readonly Play[]
}

export interface CrashResult {
  readonly target: Target
  /** The play in which the process died; undefined when it never did. */
  readonly play: Play | undefined
  readonly problems: readonly string[]
  /** What was checked afterwards. */
  readonly examined: number
  /** The client's record of it, when something was wrong. */
  readonly events: string
}

/** Dying takes a moment after the last thing that a client sees. */
const DYING_MS = 1_500
/** The longest start on a busy machine, for a point that is reached in it. */
const STARTING_MS = 30_000
/** Plays that are tried for a point that depends on which process is faster. */
const MOST_PLAYS = 4

export const nameOf = ({ scenario, mover }: Play): string => `${scenario.name} (${mover})`

/** All plays of the scenarios. */
export function playsOf(scenarios: readonly Scenario[]): Play[] {
  return scenarios.flatMap((scenario) =>
    (scenario.movers ?? (['worker', 'server'] as const)).map((mover) => ({ scenario, mover })),
  )
}

/** The crash points reached without a crash, and the problems found then. */
export interface Explored {
  /** `<process> <name>:<before|after>` */
  readonly reached: ReadonlySet<string>
  readonly problems: readonly string[]
}

/** Runs a staff command. Throws when it fails. */
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

/** Plays once without a crash. */
export async function explore(world: World, play: Play): Promise<Explored> {
  const reached = new Set<string>()
  const armed = new Set<Ours>()
  world.listen = (process, point) => {
    // Where the server is the mover, the worker stands still until the play is over: it cannot die in it.
    const isOver = process === 'worker' && play.mover === 'server'
    if (armed.has(process) && !isOver) reached.add(`${process} ${point}`)
  }
  const begin = world.log.length
  world.log.note(`explore: ${nameOf(play)}`)
  const stage = stageIn(world, play.mover, {
    async armed() {
      for (const process of OURS) armed.add(process)
    },
    operate: (...command) => operate(world, command),
    async restart(name, more) {
      armed.add(name)
      await world[name].stop('SIGTERM')
      await world[name].start(more)
    },
  })
  const wrong: string[] = []
  try {
    await play.scenario.play(stage)
    // Effects of the last act are still on their way.
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

/** A broken invariant stays broken: it is reported once, where it began. */
const reported = new WeakMap<World, Set<string>>()

/** Rules with nothing to check yet are checked again at the end of the run. */
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
    // As the launcher does: what dies is started again at once, and clients ask again meanwhile.
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
      await child.instruct({ crashAt: target.point })
      watch()
    },
    async operate(...command) {
      if (target.process !== 'staff' || !isArmed || died) return operate(world, command)
      await operate(world, command, { SESA_CRASH_AT: target.point })
      died = child.end === 'SIGKILL'
      // Nobody knows whether it was done: the same command is given again, and may then be refused.
      if (died) await operate(world, command).catch((error: unknown) => world.log.note(String(error)))
    },
    async restart(name, more) {
      if (name === target.process) await child.instruct({ crashAt: target.point })
      await world[name].stop('SIGTERM')
      died = name === target.process && child.end === 'SIGKILL'
      if (died || name !== target.process) return world[name].start(more)
      child.spawn({ ...more, SESA_CRASH_AT: target.point })
      watch()
      for (let wait = 0; wait < STARTING_MS && !died; wait += 50) await sleep(50)
    },
  })
  try {
    await play.scenario.play(stage)
  } catch (error) {
    // A client that was cut off may find its code used or its session gone; that is no harm to anybody's money.
    world.log.note(`the play ended early: ${String(error)}`)
  } finally {
    clear(world)
  }
  for (let wait = 0; wait < DYING_MS && !died; wait += 50) await sleep(50)
  if (!died && child.isAlive) await child.instruct({ crashAt: '' })
  // A later play that ends this process also starts it again.
  if (died || !child.isAlive) await revived
  else isWatching = false
  return died
}
