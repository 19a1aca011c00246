import { calls, type Config } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import type { Failure } from '@sesa/ui/api/http.ts'
import { tryCall } from './api/api.ts'

/**
 * Whether this browser can show our notifications. `none`: never, or we send none. `install`: an iPhone or iPad, where
 * only the installed app can. `blocked`: the customer has refused them permanently. `ask`: it would ask. `allowed`:
 * yes.
 */
export type PushSupport = 'none' | 'install' | 'blocked' | 'ask' | 'allowed'

/** A browser's facts about itself. */
export interface PushFacts {
  sent: boolean
  permission: NotificationPermission | undefined
  worker: boolean
  ios: boolean
  installed: boolean
}

export function supportOf({ sent, permission, worker, ios, installed }: PushFacts): PushSupport {
  if (!sent) return 'none'
  if (ios && !installed) return 'install'
  if (permission === undefined || !worker) return 'none'
  return permission === 'granted' ? 'allowed' : permission === 'denied' ? 'blocked' : 'ask'
}

/** Returns the worker that shows notifications; undefined where push does not exist. */
async function workerOf(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('PushManager' in window) || !('serviceWorker' in navigator)) return undefined
  return navigator.serviceWorker.getRegistration()
}

export async function readSupport(push: Config['push'] | undefined): Promise<PushSupport> {
  return supportOf({
    sent: !!push,
    permission: 'Notification' in window ? Notification.permission : undefined,
    worker: (await workerOf()) !== undefined,
    // An iPad identifies as a Mac, but no Mac has a touch screen.
    ios:
      /iPhone|iPad|iPod/.test(navigator.userAgent) ||
      (navigator.userAgent.includes('Mac') && navigator.maxTouchPoints > 1),
    installed: matchMedia('(display-mode: standalone), (display-mode: fullscreen)').matches,
  })
}

/** Returns whether this browser gets the account's notifications, after transferring them to this session. */
export async function isPushOn(): Promise<boolean> {
  const existing = await (await workerOf())?.pushManager.getSubscription()
  const body = existing && bodyOf(existing)
  if (!body) return false
  const { data } = await tryCall(calls.keepPush, { body })
  return data?.on ?? false
}

export type TurnedOn = 'on' | 'dismissed' | 'blocked' | Failure

const UNANSWERED: Failure = {
  code: 'push_unavailable',
  message: i18n.t('This browser couldn’t turn on notifications. Try again in a moment.'),
}

/** Asks for permission and subscribes. Call it only from a tap: browsers ignore other requests. */
export async function turnPushOn(publicKey: string): Promise<TurnedOn> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'dismissed'
  const worker = await workerOf()
  if (!worker) return UNANSWERED
  try {
    const { pushManager } = worker
    const body = bodyOf(await freshSubscription(pushManager, publicKey))
    if (!body) return UNANSWERED
    const { error } = await tryCall(calls.subscribePush, { body })
    return error ?? 'on'
  } catch {
    // The browser's push service cannot be reached.
    return UNANSWERED
  }
}

/** Ends the notifications here. The browser forgets its subscription even if the server does not answer. */
export async function turnPushOff(): Promise<Failure | null> {
  const { error } = await tryCall(calls.unsubscribePush, {})
  if (error) return error
  await forgetPush()
  return null
}

/** Makes the browser forget its subscription, for the next person on this device. */
export async function forgetPush(): Promise<void> {
  const existing = await (await workerOf())?.pushManager.getSubscription()
  await existing?.unsubscribe().catch(() => false)
}

/** Returns a subscription under this key: one under an earlier key must end first. */
async function freshSubscription(manager: PushManager, publicKey: string): Promise<PushSubscription> {
  const existing = await manager.getSubscription()
  const key = existing?.options.applicationServerKey
  if (existing && key && base64url(key) === publicKey) return existing
  await existing?.unsubscribe()
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

function bodyOf(subscription: PushSubscription) {
  const { endpoint, keys } = subscription.toJSON()
  const { p256dh, auth } = keys ?? {}
  return endpoint && p256dh && auth ? { endpoint, keys: { p256dh, auth } } : null
}

function base64url(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}
