/**
 * How many different events fail in a row before members are warned, and before it is suspended.
 */
const failuresBeforeWarning = 3
const failuresBeforeSuspension = 10

export type SuspensionChange = 'suspended' | 'resumed'

interface Failing {
  readonly isSuspended: boolean
  readonly failedEvents: number
  readonly warnedAt: Date | null
}

export const isWarningDue = ({ failedEvents, warnedAt }: Failing): boolean =>
  warnedAt === null && failedEvents >= failuresBeforeWarning

export const isSuspensionDue = ({ failedEvents, isSuspended }: Failing): boolean =>
  !isSuspended && failedEvents >= failuresBeforeSuspension

/** How the row of an endpoint says that it is suspended, or that it is again in use. */
export const enablementAfter = {
  suspended: { isEnabled: false, disabledReason: 'failing' },
  resumed: { isEnabled: true, disabledReason: null },
} as const satisfies Record<SuspensionChange, object>

/** Suspended endpoints get no new events, only retries; one that a member disabled gets nothing. */
export const isSuspended = (endpoint: { readonly disabledReason: string | null }): boolean =>
  endpoint.disabledReason === 'failing'

export const isDisabledByMember = (endpoint: { readonly disabledReason: string | null }): boolean =>
  endpoint.disabledReason === 'member'
