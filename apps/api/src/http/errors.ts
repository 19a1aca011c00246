import { ERRORS, visibleRemedy, type ErrorBody, type ErrorCode } from '@sesa/contract'
import { FIELD_CODES } from '@sesa/contract/openapi'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseUnavailable, isInvalidText } from '../db/errors.ts'
import { Refused } from '../lib/refused.ts'
import { isForm, sendFormAgain } from './forms.ts'
import { securityEventOf, type Traces } from './security-log.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Pseudonymizes sources and identifiers in the security log; null without a secret. */
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

function fromValidation(error: FastifyError): Refused {
  const issue = error.validation?.[0]
  if (error.validationContext === 'params') return new Refused('not_found')
  // A nested field is named with its path, as in `payer.phone`.
  const path = issue?.instancePath.split('/').slice(1) ?? []
  const named = (name: unknown): string => [...path, name].join('.')
  if (issue?.keyword === 'additionalProperties') {
    const field = named(issue.params['additionalProperty'])
    return new Refused('unknown_field', { field, message: `This call has no field “${field}”. Remove it.` })
  }
  if (issue?.keyword === 'required') {
    const field = named(issue.params['missingProperty'])
    return new Refused('missing_field', { field, message: `The field “${field}” is missing. Add it.` })
  }
  const field = path.join('.')
  if (!field) return new Refused('invalid_field', { message: 'Send a JSON object.' })
  const remedy = issue?.keyword === 'pattern' ? visibleRemedy(String(issue.params['pattern'])) : null
  if (remedy !== null) return new Refused('invalid_field', { field, message: remedy })
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
  if (isInvalidText(error))
    return new Refused('invalid_field', { message: 'A field contains an unsupported character. Remove it.' })
  if (isDatabaseUnavailable(error)) return new Refused('unavailable', { retryAfter: 2 })
  // The static file plugin answers with these for a path outside its folder.
  if (error.statusCode === 403 || error.statusCode === 404) return new Refused('not_found')
  if (error.statusCode === 400) return new Refused('malformed_json')
  if (error.statusCode === 429) return new Refused('rate_limited')
  return null
}

/** Sends a refusal in the shape of every error; answers a browser's form post with a page. */
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

/** Logs a refusal: the caller, the route, the source and the subject of a failed sign-in. */
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
    ...request.span?.fields,
  }
  request.log.info(line, 'refused')
}

/** Registers the only error handler: expected errors get their code; others are logged, and the answer gives no detail. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = toRefused(error)
    if (!refusal) request.log.error({ err: error }, 'unexpected error')
    else if (refusal.code === 'unavailable') request.log.warn({ reason: error.message }, 'unavailable')
    return sendRefusal(refusal ?? new Refused('internal'), request, reply)
  })
}
