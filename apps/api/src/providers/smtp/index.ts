import { createTransport, type NodemailerError } from 'nodemailer'
import type { Delivery, MailSender } from '../../modules/messages/ports.ts'

export interface SmtpSettings {
  /** `smtps://user:password@host:465`, or `smtp://…:587`, which then must offer STARTTLS. */
  readonly url: string
  /** Who writes: an address, or `Name <address>`. */
  readonly from: string
  /** How long the server may stay silent, in milliseconds. */
  readonly timeout?: number
  /** Only towards a server of a test on this machine: talk without TLS. */
  readonly plain?: boolean
}

export interface Smtp extends MailSender {
  /** Whether the server answers and takes our credentials; sends nothing. */
  reach(): Promise<boolean>
}

/** The mail server said no to this message or its recipient, for good. Its no to our credentials is no such thing. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { permanent, code } = error as NodemailerError
  return permanent === true && (code === 'EENVELOPE' || code === 'EMESSAGE')
}

/**
 * Email by SMTP, one connection a message. Whatever is not taken or refused for good is unknown and sent again: the
 * message's id is its Message-ID, by which mailboxes tell a repeat.
 */
export function createSmtp({ url, from, timeout = 20_000, plain = false }: SmtpSettings): Smtp {
  const secure = url.startsWith('smtps:')
  const transport = createTransport({
    url,
    secure,
    requireTLS: !secure && !plain,
    ignoreTLS: plain,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    dnsTimeout: timeout,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = /@([^\s>]+)>?$/.exec(from)?.[1] ?? 'localhost'

  return {
    reach: () =>
      transport.verify().then(
        () => true,
        () => false,
      ),
    async send({ id, to, subject, text, html, replyTo }): Promise<Delivery> {
      const messageId = `<${id}@${domain}>`
      try {
        await transport.sendMail({
          from,
          // An address object: what looks like a list in it stays one address.
          to: { name: '', address: to },
          subject,
          text,
          messageId,
          // RFC 3834: no machine should answer this.
          headers: { 'auto-submitted': 'auto-generated' },
          ...(html !== undefined && { html }),
          ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
        })
        return { outcome: 'sent', providerId: messageId }
      } catch (error) {
        return { outcome: isRefusal(error) ? 'refused' : 'unknown' }
      }
    },
  }
}
