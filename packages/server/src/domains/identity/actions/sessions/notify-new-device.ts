import { knownDeviceName } from '@guildhall/contract/identity/device-name'
import type { UnitOfWork } from '../../../../platform/unit-of-work.ts'
import { newDeviceMessage } from '../../messages/new-device.ts'
import { deviceRememberedMilliseconds, isNewDevice } from '../../rules/sessions/new-device.ts'
import { listSignInDevices, type Origin } from '../../store/audit.ts'
import type { UserRow } from '../../store/users/users.ts'
import type { IdentityDeps } from '../deps.ts'
import { circumstancesOf, forgotPasswordUrl, notifyUser, siteHost } from '../notify-user.ts'

/** Mails the user, unless the device signed in recently. Precedes the audit entry of the sign-in. */
export async function notifyNewDevice(
  uow: UnitOfWork,
  deps: IdentityDeps,
  user: UserRow,
  from: Origin,
): Promise<void> {
  const { userAgent } = from
  const since = new Date(uow.now.getTime() - deviceRememberedMilliseconds)
  const earlier = await listSignInDevices(uow.tx, user.id, since)
  if (!isNewDevice({ userAgent, earlier, userCreatedAt: user.createdAt }, uow.now)) return
  const message = newDeviceMessage({
    site: siteHost(deps),
    device: knownDeviceName(userAgent),
    forgotUrl: forgotPasswordUrl(deps),
    circumstances: circumstancesOf(uow.now, from),
  })
  await notifyUser(uow, deps, user, message)
}
