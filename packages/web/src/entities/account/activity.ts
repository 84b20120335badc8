import type { ActivityEntry } from '@guildhall/contract/identity/activity'
import { deviceName } from '@guildhall/contract/identity/device-name'

/** A record of account activity as a line of a log. */
export function activityLine(entry: ActivityEntry) {
  const { id, at, action, title, succeeded, operatorId, userAgent, ipAddress } = entry
  const isForeign = operatorId !== null
  // The titles of operator actions already name an operator.
  const isUnsaid = isForeign && !action.startsWith('admin.')
  return {
    id,
    at,
    title,
    hasFailed: !succeeded,
    isForeign,
    notes: [
      ...(isUnsaid ? ['by an operator'] : []),
      ...(userAgent === '' ? [] : [deviceName(userAgent)]),
      ...(ipAddress === '' ? [] : [ipAddress]),
    ],
  }
}
