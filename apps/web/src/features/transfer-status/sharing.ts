import type { TransferStatus } from '@sesa/contract'

/** Returns true for a shareable transfer: the money is on its way or has arrived. */
export function isShareable(status: TransferStatus): boolean {
  return status === 'processing' || status === 'held' || status === 'sent'
}

/** Returns the text that accompanies a shared link. */
export function shareText(status: TransferStatus, receive: string): string {
  return status === 'sent' ? `I sent you ${receive} with Sesa.` : `I’m sending you ${receive} with Sesa.`
}

/** Returns the address that opens WhatsApp with the text and the link, for choosing a contact. */
export function whatsAppHref(text: string, url: string): string {
  return `https://wa.me/?text=${encodeURIComponent(`${text} ${url}`)}`
}
