import type { TransferStatus } from '@sesa/contract'

/** True when there is something to share: money that is on its way or has arrived. */
export function isShareable(status: TransferStatus): boolean {
  return status === 'processing' || status === 'held' || status === 'sent'
}

/** Returns the text beside a shared link. */
export function shareText(status: TransferStatus, receive: string): string {
  return status === 'sent' ? `I sent you ${receive} with Sesa.` : `I’m sending you ${receive} with Sesa.`
}

/** Returns the address that opens WhatsApp with the text and the link, to choose whom to send it to. */
export function whatsAppHref(text: string, url: string): string {
  return `https://wa.me/?text=${encodeURIComponent(`${text} ${url}`)}`
}
