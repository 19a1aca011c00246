import { ERRORS, type ErrorBody, type ErrorCode } from '@sesa/contract'
import { FIELD_CODES } from '@sesa/contract/openapi'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refused } from '../lib/refused.ts'
import { isForm, sendFormAgain } from './forms.ts'
import { securityEventOf, type Traces } from './security-log.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Names sources and identifiers in the security log; null where there is no secret to do so. */
    traces: Traces | null
  }
}

const FASTIFY_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_json',
}

/**
 * SQLSTATE classes that mean "not now": connection trouble, out of resources, shutting down, timed out waiting, in
 * recovery, and writers that met again and again.
 */
const UNAVAILABLE_SQLSTATE = /^(08|40001|40P01|53|57P|57014|25006|25P03|25P04|55P03|58030)/
const UNAVAILABLE_MESSAGE =
  /timeout exceeded when (?:trying to connect|waiting for an answer)|Connection terminated|Client has encountered|Client was closed|after calling end/

/** Text that PostgreSQL cannot hold: a NUL, or what is no text in UTF-8. */
const NO_TEXT_SQLSTATE = /^22(021|P05)$/

function isUnavailable(error: FastifyError): boolean {
  const code = String(error.code ?? '')
  return (
    /^E(CONN|PIPE|HOST|TIMEDOUT)/.test(code) ||
    (/^[0-9A-Z]{5}$/.test(code) && UNAVAILABLE_SQLSTATE.test(code)) ||
    UNAVAILABLE_MESSAGE.test(error.message)
  )
}

function fromValidation(error: FastifyError): Refused {
  const issue = error.validation?.[0]
  if (error.validationContext === 'params') return new Refused('not_found')
  if (issue?.keyword === 'additionalProperties') {
    const field = String(issue.params['additionalProperty'])
    return new Refused('unknown_field', { field, message: `This call has no field “${field}”. Remove it.` })
  }
  if (issue?.keyword === 'required') {
    const field = String(issue.params['missingProperty'])
    return new Refused('missing_field', { field, message: `The field “${field}” is missing. Add it.` })
  }
  const field = issue?.instancePath.split('/')[1]
  if (!field) return new Refused('invalid_field', { message: 'Send a JSON object.' })
  const code = (error.validationContext === 'body' ? FIELD_CODES[field] : undefined) ?? 'invalid_field'
  return new Refused(code, {
    field,
    ...(code === 'invalid_field' && {
      message: `The field “${field}” ${issue?.message ?? 'has the wrong form'}.`,
    }),
  })
}

function toRefused(error: FastifyError): Refused | null {
  if (error instanceof Refused) return error
  if (error.validation) return fromValidation(error)
  const code = FASTIFY_CODES[error.code]
  if (code) return new Refused(code)
  if (NO_TEXT_SQLSTATE.test(error.code ?? ''))
    return new Refused('invalid_field', { message: 'A field holds a character that is no text. Remove it.' })
  if (isUnavailable(error)) return new Refused('unavailable', { retryAfter: 2 })
  // A plugin that serves files says so of a path that leaves its folder.
  if (error.statusCode === 403 || error.statusCode === 404) return new Refused('not_found')
  if (error.statusCode === 400) return new Refused('malformed_json')
  if (error.statusCode === 429) return new Refused('rate_limited')
  return null
}

/** The answer for a refusal, in the one shape every error has; a form that a browser posted comes back as a page. */
export function sendRefusal(refusal: Refused, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { field, details, retryAfter } = refusal.options
  const body: ErrorBody = {
    error: {
      code: refusal.code,
      message: refusal.message,
      ...(field !== undefined && { field }),
      ...(details && { details: { ...details } }),
      requestId: request.id,
    },
  }
  logRefusal(refusal, request)
  if (retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(retryAfter)))
  reply.code(ERRORS[refusal.code].status)
  const { form } = request.routeOptions.config
  if (form !== undefined && isForm(request)) return sendFormAgain(refusal, form, request, reply)
  return reply.type('application/json; charset=utf-8').send(body)
}

/** One line for each refusal: who asked for what, from where, and whom a failed sign-in was about. */
function logRefusal({ code, options: { subject } }: Refused, request: FastifyRequest): void {
  const user = request.caller?.userId ?? null
  const { traces } = request.server
  const line = {
    event: securityEventOf(code),
    code,
    route: request.routeOptions.url ?? 'unknown',
    user,
    source: traces?.source(request.ip) ?? null,
    ...(subject && { tried: traces?.identifier(subject.tried) ?? null }),
    account: subject ? subject.account : user,
  }
  request.log.info(line, 'refused')
}

/** One error handler: what is expected gets its code; anything else is logged and says nothing about itself. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = toRefused(error)
    if (!refusal) request.log.error({ err: error }, 'unexpected error')
    else if (refusal.code === 'unavailable') request.log.warn({ reason: error.message }, 'unavailable')
    return sendRefusal(refusal ?? new Refused('internal'), request, reply)
  })
}
