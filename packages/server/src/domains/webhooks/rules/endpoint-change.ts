import type { BodyOf } from '@guildhall/contract/operation'
import type { updateWebhookEndpoint as contract } from '@guildhall/contract/webhooks/endpoints'
import type { WebhookFormat } from '@guildhall/contract/webhooks/shapes'
import type { WebhookEventType } from '@guildhall/contract/webhooks/webhook-events'
import { isDisabledByMember } from './endpoint-suspension.ts'

/** The settings of an endpoint without its secret. */
export interface EndpointSettings {
  readonly url: string
  readonly name: string | null
  readonly format: WebhookFormat
  readonly events: readonly WebhookEventType[]
}

export type EndpointInput = BodyOf<typeof contract>

/** The settings that differ. Null keeps a setting, except for the name, which it removes. */
export function changedSettings(
  current: EndpointSettings,
  input: EndpointInput,
): Partial<EndpointSettings> {
  const { url, name, format, events } = input
  return {
    ...(url != null && url !== current.url && { url }),
    ...(name !== undefined && name !== current.name && { name }),
    ...(format != null && format !== current.format && { format }),
    ...(events != null && !areSame(events, current.events) && { events }),
  }
}

const areSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((one) => others.includes(one))

interface Enablement {
  readonly isEnabled: boolean
  readonly disabledReason: string | null
}

/**
 * Null where nothing changes. A suspended endpoint can be disabled as well: that ends its retries.
 */
export function requestedSwitch(
  { isEnabled, disabledReason }: Enablement,
  { enabled }: EndpointInput,
): 'enable' | 'disable' | null {
  if (enabled === true) return isEnabled ? null : 'enable'
  if (enabled === false) return isDisabledByMember({ disabledReason }) ? null : 'disable'
  return null
}
