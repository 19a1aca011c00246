import type { FastifyReply } from 'fastify'

const MOST = 50

export type ById = { Params: { id: string } }
export interface Page {
  limit?: string
  after?: string
}

export const success = (result?: unknown) => ({
  success: true,
  messages: [],
  ...(result !== undefined && { result }),
})

/** Returns an error in the form that third parties describe. */
export function refuse(
  reply: FastifyReply,
  status: number,
  reason: string,
  message = 'The request was refused.',
) {
  reply.code(status)
  return { success: false, messages: [], error: { code: status, reason, message, details: [] } }
}

/** Returns a page of a list; the cursor is the place of its last item. */
export function page(items: readonly unknown[], { limit = '10', after = '0' }: Page) {
  const [count, from] = [Math.min(Number(limit) || 1, MOST), Number(after) || 0]
  const result = items.slice(from, from + count)
  const next = from + count < items.length ? `${from + count}` : null
  return { ...success(result), pagination: { count: result.length, next } }
}
