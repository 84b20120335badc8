import * as contract from '@guildhall/contract/files/pictures'
import { accept } from '../../../kernel/refusal.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import type { IdentityDeps } from '../../identity/actions/deps.ts'
import { originOf } from '../../identity/actions/origin.ts'
import {
  sessionCredentials,
  setCredentials,
} from '../../identity/actions/sessions/session-cookies.ts'
import { changeProfile } from '../../identity/actions/users/change-profile.ts'
import { lockUser } from '../../identity/store/users/users.ts'
import {
  authorizeUpdate,
  updateOrganization,
} from '../../organizations/actions/update-organization.ts'
import type { FileDeps } from '../actions/deps.ts'
import { storePicture } from '../actions/store-picture.ts'
import { decidePicture } from '../rules/picture.ts'
import { markShown } from '../store/pictures.ts'

export const pictureRoutes = (deps: FileDeps & IdentityDeps): readonly OperationRoute[] => [
  userRoute(deps),
  logoRoute(deps),
]

const decodedPicture = (base64: string) => accept(decidePicture(Buffer.from(base64, 'base64')))

const userRoute = (deps: FileDeps & IdentityDeps) =>
  serve(contract.uploadPicture, async (call) => {
    const { caller, body } = call
    const { id, url } = await storePicture(deps, {
      ...decodedPicture(body.picture),
      owner: { kind: 'user', id: caller.user.id },
      authorize: ({ tx }) => lockUser(tx, caller.user.id),
    })
    const change = { signedIn: caller, input: { image: url }, from: originOf(call) }
    const user = await runUnitOfWork(deps.uowFactory, {}, async (uow) => {
      await markShown(uow.tx, id, uow.now)
      return changeProfile(uow, deps, change)
    })
    if (user !== null) {
      setCredentials(call, sessionCredentials(deps, { ...caller, user }, deps.clock.now()))
    }
    return { image: url }
  })

const logoRoute = (deps: FileDeps) =>
  serve(contract.uploadLogo, async (call) => {
    const { organizationId, picture } = call.body
    const by = { organizationId, userId: call.caller.user.id }
    const { id, url } = await storePicture(deps, {
      ...decodedPicture(picture),
      owner: { kind: 'organization', id: organizationId },
      authorize: (uow) => authorizeUpdate(uow, by),
    })
    return runUnitOfWork(deps.uowFactory, {}, async (uow) => {
      await updateOrganization(uow, by, { logo: url })
      await markShown(uow.tx, id, uow.now)
      return call.finish(uow, { logo: url })
    })
  })
