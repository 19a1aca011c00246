import type { FastifyReply, FastifyRequest } from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultTarget, Mode, World } from './world.ts'

const AT_THE_EDGE: readonly Mode[] = ['time_out_before', 'time_out_after', 'error_500', 'slow']
const LONGEST_HANG_MS = 120_000
const SLOW_MS = 3_000

/** How a rail handles a call: `act` takes effect and answers, `fail` answers like a broken server. */
interface Exchange<Answer, Failure> {
  act: () => Answer | Promise<Answer>
  fail: () => Failure | Promise<Failure>
}

/**
 * Handles one call, subject to the faults set for `target`. Times out before or after the effect, fails with 500 before
 * any effect, or answers late. After a time-out the reply is hijacked: return this function's result and send nothing.
 */
export async function answerUnderFaults<Answer, Failure>(
  world: World,
  target: FaultTarget,
  request: FastifyRequest,
  reply: FastifyReply,
  exchange: Exchange<Answer, Failure>,
): Promise<Answer | Failure | FastifyReply> {
  const fault = world.faults.take(target, AT_THE_EDGE)
  switch (fault?.mode) {
    case 'time_out_before':
      return hang(request, reply)
    case 'time_out_after':
      await exchange.act()
      return hang(request, reply)
    case 'error_500':
      return exchange.fail()
    case 'slow':
      await sleep(fault.ms ?? SLOW_MS)
      return exchange.act()
    default:
      return exchange.act()
  }
}

/** Leaves the caller without an answer until it gives up; cuts the connection after `longestMs`. */
export async function hang(
  request: FastifyRequest,
  reply: FastifyReply,
  longestMs = LONGEST_HANG_MS,
): Promise<FastifyReply> {
  reply.hijack()
  const { socket } = request.raw
  const gone = new AbortController()
  const leave = () => gone.abort()
  socket.once('close', leave)
  // A caller may have disconnected before we listen; then there is nothing to wait for.
  if (socket.destroyed) gone.abort()
  await sleep(longestMs, undefined, { signal: gone.signal, ref: false }).catch(() => undefined)
  socket.off('close', leave)
  socket.destroy()
  return reply
}
