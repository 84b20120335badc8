import * as contract from '@guildhall/contract/portal/sign-in'
import { Problem } from '../../../kernel/refusal.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import { withQuantizedTime } from '../../identity/index.ts'
import type { PortalDeps } from '../actions/deps.ts'
import { redeemCode } from '../actions/redeem-code.ts'
import { requestCode } from '../actions/request-code.ts'

export const signInRoutes = (deps: PortalDeps): readonly OperationRoute[] => [
  requestRoute(deps),
  redeemRoute(deps),
]

const requestRoute = (deps: PortalDeps) =>
  serve(contract.requestPortalCode, ({ body }) =>
    runUnitOfWork(deps.uowFactory, {}, async (uow) => {
      requestCode(uow, deps.keyring, body)
      return {}
    }),
  )

const redeemRoute = (deps: PortalDeps) =>
  serve(contract.redeemPortalCode, async ({ body, address }) => {
    const { organizationId } = body
    // An unknown address takes fewer steps, which must not be noticed.
    const redeem = () =>
      runUnitOfWork(deps.uowFactory, { organizationId }, (uow) =>
        redeemCode(uow, deps, { ...body, address }),
      )
    const session = await withQuantizedTime(deps.clock, () =>
      redeem().catch((error: unknown) => {
        // Somebody has just bought with the address, and keeps it.
        if (error instanceof Problem && error.code === 'customer_email_taken') return redeem()
        throw error
      }),
    )
    if (session === null) throw new Problem('portal_code_invalid')
    return session
  })
