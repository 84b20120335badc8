import type { BodyOf } from '@guildhall/contract/endpoint'
import type { updateWebhookEndpoint as contract } from '@guildhall/contract/webhooks/endpoints'
import type { WebhookEventType } from '@guildhall/contract/webhooks/events'
import type { WebhookFormat } from '@guildhall/contract/webhooks/shapes'

/** What a member can set of an endpoint, but for its secret. */
export interface EndpointSettings {
  readonly url: string
  readonly name: string | null
  readonly format: WebhookFormat
  readonly events: readonly WebhookEventType[]
}

export type EndpointWish = BodyOf<typeof contract>

/** What is different from what is: null keeps it, but for the name, which it takes away. */
export function changeOf(is: EndpointSettings, wish: EndpointWish): Partial<EndpointSettings> {
  const { url, name, format, events } = wish
  return {
    ...(url != null && url !== is.url && { url }),
    ...(name !== undefined && name !== is.name && { name }),
    ...(format != null && format !== is.format && { format }),
    ...(events != null && !areSame(events, is.events) && { events }),
  }
}

const areSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((one) => others.includes(one))

interface Standing {
  readonly isEnabled: boolean
  readonly disabledReason: string | null
}

/**
 * Whether a member enables or disables it by this; null where it stands so already. A resting
 * endpoint can be disabled as well: then nothing is tried any more.
 */
export function switchOf(
  { isEnabled, disabledReason }: Standing,
  { enabled }: EndpointWish,
): 'enable' | 'disable' | null {
  if (enabled === true) return isEnabled ? null : 'enable'
  if (enabled === false) return disabledReason === 'member' ? null : 'disable'
  return null
}
