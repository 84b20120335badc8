import { deviceName } from '@guildhall/contract/identity/device-name'

export const deviceRememberedMilliseconds = 90 * 86_400_000

interface EarlierEntry {
  readonly action: string
  readonly userAgent: string
}

interface DeviceFacts {
  readonly userAgent: string
  /** The sign-up and the successful sign-ins within the time for which a device is remembered. */
  readonly earlier: readonly EarlierEntry[]
  readonly userCreatedAt: Date
}

/**
 * Whether the user should be notified of this sign-in. Versions of a browser count as one, so updates
 * don't alarm anyone. The first sign-in after the sign-up is expected, whatever it comes from.
 */
export function isNewDevice(
  { userAgent, earlier, userCreatedAt }: DeviceFacts,
  now: Date,
): boolean {
  const isFirst =
    !earlier.some(({ action }) => action === 'sign-in') &&
    now.getTime() - userCreatedAt.getTime() < deviceRememberedMilliseconds
  if (isFirst) return false
  const device = deviceName(userAgent)
  return !earlier.some((entry) => deviceName(entry.userAgent) === device)
}
