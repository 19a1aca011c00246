import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** The used part of V8's .cpuprofile. */
interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number }
  }[]
  readonly samples: readonly number[]
  /** Microseconds, one per sample. */
  readonly timeDeltas: readonly number[]
}

const PROCESSES: readonly (readonly [string, string])[] = [
  ['/apps/api/src/bin/serve.ts', 'server'],
  ['/apps/api/src/bin/work.ts', 'worker'],
  ['/packages/sandbox/src/main.ts', 'sandbox'],
  ['/apps/api/src/testing/ledger-bench.ts', 'ledger bench'],
]
const MOST = 12

/** Describes how each process with a profile in `folder` spent its CPU time. */
export async function describeProfiles(folder: string): Promise<readonly string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.cpuprofile'))
  const lines: string[] = []
  for (const file of files) {
    const profile = JSON.parse(await readFile(path.join(folder, file), 'utf8')) as CpuProfile
    const name = PROCESSES.find(([script]) =>
      profile.nodes.some(({ callFrame }) => callFrame.url.endsWith(script)),
    )?.[1]
    if (name !== undefined) lines.push('', `${name} (${file})`, ...describe(profile))
  }
  return lines
}

function describe({ nodes, samples, timeDeltas }: CpuProfile): readonly string[] {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const byPart = new Map<string, number>()
  const byFunction = new Map<string, number>()
  let busy = 0
  samples.forEach((id, index) => {
    const frame = frames.get(id)
    const time = timeDeltas[index] ?? 0
    if (frame === undefined || frame.functionName === '(idle)') return
    busy += time
    const part = partOf(frame.url, frame.functionName)
    const place = `${frame.functionName || '(anonymous)'} ${part}:${frame.lineNumber + 1}`
    byPart.set(part, (byPart.get(part) ?? 0) + time)
    byFunction.set(place, (byFunction.get(place) ?? 0) + time)
  })
  const top = (times: ReadonlyMap<string, number>): string[] =>
    [...times]
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, MOST)
      .map(([what, time]) => `  ${`${Math.round((time / busy) * 1000) / 10} %`.padStart(7)}  ${what}`)
  return [' by part:', ...top(byPart), ' by function:', ...top(byFunction)]
}

/** Returns the package, the workspace's file, or Node's own module that a frame belongs to. */
function partOf(url: string, functionName: string): string {
  if (url === '') return functionName.startsWith('(') ? functionName : 'native code'
  const installed = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]
  return installed ?? /((?:apps|packages)\/.*)$/.exec(url)?.[1] ?? url
}
