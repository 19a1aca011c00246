import { createTransport, type NodemailerError } from 'nodemailer'
import type { Delivery, MailSender } from '../../domains/record/messages/ports.ts'

export interface SmtpSettings {
  /** `smtps://user:password@host:465`, or `smtp://…:587`, which must then offer STARTTLS. */
  readonly url: string
  /** The sender: an address, or `Name <address>`. */
  readonly from: string
  /** Maximum time without data from the server, in milliseconds. */
  readonly timeout?: number
  /** Only for a test server on this machine: no TLS. */
  readonly plain?: boolean
}

export interface Smtp extends MailSender {
  /** Checks that the server answers and accepts our credentials; sends no message. */
  checkServer(): Promise<boolean>
}

/**
 * Returns true when the mail server permanently rejects the message or its recipient. Rejected credentials do not
 * count.
 */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { permanent, code } = error as NodemailerError
  return permanent === true && (code === 'EENVELOPE' || code === 'EMESSAGE')
}

/**
 * Sends email by SMTP, one connection per message. If a message is neither accepted nor permanently rejected, its
 * outcome is unknown and it is sent again: the message's id is its Message-ID, so mailboxes recognise a repeat.
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
    checkServer: () =>
      transport.verify().then(
        () => true,
        () => false,
      ),
    async send({ id, to, subject, text, html, replyTo, unsubscribeUrl }): Promise<Delivery> {
      const messageId = `<${id}@${domain}>`
      try {
        await transport.sendMail({
          from,
          // An address object: an address that looks like a list stays one address.
          to: { name: '', address: to },
          subject,
          text,
          messageId,
          // RFC 3834: no auto-replies.
          headers: {
            'auto-submitted': 'auto-generated',
            ...(unsubscribeUrl !== undefined && {
              'list-unsubscribe': `<${unsubscribeUrl}>`,
              'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
            }),
          },
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
