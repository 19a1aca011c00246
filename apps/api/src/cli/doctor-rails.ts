import type { Rail } from '../modules/rails/index.ts'
import { ok, problem, type Finding } from './finding.ts'

/** Asks a rail for its networks, and for the carriers that it has under a code unknown to us. */
export async function checkRail(
  name: string,
  { terms, unknownCarriers }: Pick<Rail, 'terms' | 'unknownCarriers'>,
): Promise<Finding[]> {
  const [networks, unknown] = await Promise.all([terms(), unknownCarriers?.() ?? []])
  if (networks === null || unknown === null) return [problem(name, 'does not answer, or refuses our keys')]
  const open = networks.filter((one) => one.open).map(({ country, network }) => `${country}/${network}`)
  return [
    open.length > 0
      ? ok(name, `pays out to ${open.join(', ')}`)
      : problem(name, 'answers, but pays out to none of our networks'),
    ...unknown.map(({ country, code }) =>
      problem(name, `${country} has ${code}, which Sesa does not know, so customers cannot send to it`),
    ),
  ]
}
